import { libraryAddress, type PictureCopies, type ReadCopies, type ShownPicture } from '../contract/pictures.ts';
import type { Reader } from '../contract/reads.ts';

/** Reads the copies of pictures, by code that is loaded with the first of them. */
export const copiesBy =
  (reader: Reader): ReadCopies =>
  async (addresses) => {
    if (addresses.length === 0) return new Map();
    const { readCopies } = await import(/* webpackChunkName: "copies" */ './read-copies.ts');
    return readCopies(reader, addresses);
  };

interface WithPicture {
  readonly picture: string | null;
}

/** The pictures that records name by ids of the library. */
export const picturesOf = (reader: Reader, rows: readonly WithPicture[]): Promise<PictureCopies> =>
  copiesBy(reader)(rows.flatMap(({ picture }) => (picture === null ? [] : [libraryAddress(picture)])));

export const pictureOf = ({ picture }: WithPicture, pictures: PictureCopies): ShownPicture | null =>
  (picture !== null && pictures.get(libraryAddress(picture))) || null;
