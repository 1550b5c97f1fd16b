import type { ReadCopies } from '../contract/pictures.ts';
import type { Reader } from '../contract/reader.ts';

/** Reads the copies of pictures, by code that is loaded with the first of them. */
export const copiesBy =
  (reader: Reader): ReadCopies =>
  async (addresses) => {
    if (addresses.length === 0) return new Map();
    const { readCopies } = await import(/* webpackChunkName: "copies" */ './read-copies.ts');
    return readCopies(reader, addresses);
  };
