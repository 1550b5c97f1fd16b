/**
 * PostgREST's filter for "one of these columns contains this text", capitals or not: a regular expression in which
 * everything but letters, numbers and blanks is written by its number. So it means only itself, and nothing is left that
 * PostgREST would read as part of the filter. (`ilike` cannot say `*`, and quoting is not read alike everywhere.)
 */
export function containing(columns: readonly string[], text: string): string {
  const pattern = text.replace(/[^\p{L}\p{N} ]/gu, byNumber);
  return columns.map((column) => `${column}.imatch.${pattern}`).join(',');
}

const byNumber = (character: string) => `\\U${character.codePointAt(0)?.toString(16).padStart(8, '0')}`;
