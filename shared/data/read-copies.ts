import { isOwnAddress } from '@ki/shared/data/clients.ts';
import { type PictureCopies, pictureAddress, type ShownPicture } from '../contract/pictures.ts';
import type { Reader } from '../contract/reader.ts';
import { DataError, unwrap } from './errors.ts';

/** A longer list is a longer body than a backend takes. */
const AT_ONCE = 200;

async function readSome(reader: Reader, addresses: string[]): Promise<[string, ShownPicture][]> {
  const rows = unwrap(await reader.rpc('picture_copies', { addresses }));
  return rows.flatMap(({ address, hash, content_type, width, height }) => {
    const src = pictureAddress(hash, content_type);
    return src === null ? [] : [[address, { src, width, height }]];
  });
}

async function readAll(reader: Reader, addresses: readonly string[]): Promise<[string, ShownPicture][]> {
  const own = addresses.filter(isOwnAddress);
  const others = [...new Set(addresses)].filter((address) => !isOwnAddress(address));
  const parts = Array.from({ length: Math.ceil(others.length / AT_ONCE) }, (_, part) =>
    readSome(reader, others.slice(part * AT_ONCE, (part + 1) * AT_ONCE)),
  );
  return [...own.map((src): [string, ShownPicture] => [src, { src }]), ...(await Promise.all(parts)).flat()];
}

/** Without its copies a page is still worth reading: a failed read shows links, and keeps the page out of the cache. */
export async function readCopies(reader: Reader, addresses: readonly string[]): Promise<PictureCopies> {
  try {
    return new Map(await readAll(reader, addresses));
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    console.error(`data: copies of pictures: ${error.code}: ${error.message}`);
    return new Map();
  }
}
