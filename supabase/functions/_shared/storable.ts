/** The text as PostgreSQL can store it, in JSON too: without null characters and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** The same for every text in a JSON value. */
export function storableJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}
