const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The value of a `datetime-local` field, in the browser's time zone; '' for what is no date. */
export function toLocalInput(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const day = [String(date.getFullYear()).padStart(4, '0'), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())];
  return `${day.join('-')}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The moment that a `datetime-local` field names, as ISO 8601; null for an empty or impossible one. */
export function fromLocalInput(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
