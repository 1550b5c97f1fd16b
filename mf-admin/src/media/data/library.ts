import { libraryAddress, type ShownPicture } from '@ki/shared/contract/pictures.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { containing } from '@ki/shared/data/containing.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { copiesBy } from '@ki/shared/data/picture-copies.ts';
import { columnOf, listRecords, type Page } from '../../kinds/data/records.ts';
import { type LibraryQuery, type PictureRow, picture } from '../model/picture-record.ts';
import { withOwnUploads } from './own-uploads.ts';

export interface LibraryPicture extends PictureRow {
  /** Its file has arrived. */
  readonly isUploaded: boolean;
  readonly shown: ShownPicture;
}

const SEARCHED = [columnOf(picture, 'title'), columnOf(picture, 'alt')];

const WITHOUT_ALT = [
  ['alt', ''],
  ['isDecorative', 'false'],
] as const;

/** Adds the sizes that visitors get to each row; until they are made, the copy of the file that this tab uploaded. */
async function withShown(client: StaffClient, rows: readonly PictureRow[]): Promise<readonly LibraryPicture[]> {
  const copies = withOwnUploads(await copiesBy(client)(rows.map(({ id }) => libraryAddress(id))));
  return rows.map((row) => {
    const src = libraryAddress(row.id);
    // A broken picture has its file, but is shown nowhere.
    return { ...row, isUploaded: row.failure !== null || copies.has(src), shown: copies.get(src) ?? { src } };
  });
}

export async function listPictures(client: StaffClient, query: LibraryQuery): Promise<Page<LibraryPicture>> {
  const { search, isWithoutAlt, isCopies, page } = query;
  const kept = isCopies ? 'origin.not.is.null' : 'origin.is.null';
  const found = await listRecords(client, picture, {
    page,
    where: isWithoutAlt ? WITHOUT_ALT : [],
    condition: search ? `and(${kept},or(${containing(SEARCHED, search)}))` : kept,
  });
  return { ...found, rows: await withShown(client, found.rows) };
}

/** `not_found` when it was deleted. */
export async function readPicture(client: StaffClient, id: string): Promise<LibraryPicture> {
  const { rows } = await listRecords(client, picture, { page: 1, condition: `id.eq.${id}` });
  const [found] = await withShown(client, rows);
  return unwrap({ data: found, error: null, status: 200 });
}
