/** PostgreSQL's numbers of the types that lite leaves as PostgreSQL prints them. */
export const TIMESTAMP = 1114;
export const TIMESTAMPTZ = 1184;

/**
 * PostgreSQL's text for a timestamp as PostgREST writes it in JSON: `2025-01-31 10:00:00.5+00` becomes
 * `2025-01-31T10:00:00.5+00:00`. `infinity` stays as it is.
 */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
}
