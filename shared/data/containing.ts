/**
 * A PostgREST filter for columns that contain a text in any case: a regular expression in which all but letters,
 * numbers and blanks are escaped by code point, so that PostgREST reads none of it as filter syntax. Stored texts are
 * composed, whatever a Mac types.
 */
export function containing(columns: readonly string[], text: string): string {
  const pattern = text
    .toWellFormed()
    .replaceAll('\0', '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ]/gu, byNumber);
  return columns.map((column) => `${column}.imatch.${pattern}`).join(',');
}

const byNumber = (character: string) => `\\U${character.codePointAt(0)?.toString(16).padStart(8, '0')}`;
