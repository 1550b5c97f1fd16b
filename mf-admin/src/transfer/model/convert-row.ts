import type { FileRow } from '../../files/model/file-rows.ts';
import { type PostFields, postRow } from '../../files/model/post-row.ts';

/** A row whose conversion fails is wrong, and stops no other. */
export function convertRow(place: string, fields: PostFields, convert: () => FileRow): FileRow {
  try {
    return convert();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return postRow(place, fields, { faults: [`This row cannot be read (${reason}).`] });
  }
}
