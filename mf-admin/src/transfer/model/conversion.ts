import { type FileRow, listCounts } from '../../files/model/file-rows.ts';
import { type PostFields, postRow } from '../../files/model/post-row.ts';

/** Each name once, with how often: 'gallery (2), form' */
export function listNames(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return listCounts(counts);
}

/** A row whose conversion fails is wrong, and stops no other. */
export function convertRow(place: string, fields: PostFields, convert: () => FileRow): FileRow {
  try {
    return convert();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return postRow(place, fields, { faults: [`This row cannot be read (${reason}).`] });
  }
}

/** Text as HTML shows it, also within quotes. */
export const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export interface Publication {
  readonly date: string | null;
  readonly notes: readonly string[];
}

export const draft = (note?: string): Publication => ({
  date: null,
  notes: note ? [`${note}: it becomes a draft.`] : [],
});
