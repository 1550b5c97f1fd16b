/** Removes null characters and lone surrogates, which PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

export function storableJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}
