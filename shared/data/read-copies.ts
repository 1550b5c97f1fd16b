import { isOwnAddress } from '@ki/shared/data/clients.ts';
import {
  idInAddress,
  type PictureCopies,
  type PictureSource,
  pictureAddress,
  type ShownPicture,
} from '../contract/pictures.ts';
import type { Reader } from '../contract/reads.ts';
import { DataError, unwrap } from './errors.ts';

/** A longer list is a longer body than a backend takes. */
const AT_ONCE = 200;

type SizeRow = { readonly type: PictureSource['type']; readonly width: number; readonly hash: string };

const isSize = (size: unknown): size is SizeRow =>
  typeof size === 'object' && size !== null && 'type' in size && 'width' in size && 'hash' in size;

const addressOf = ({ hash, type }: SizeRow): string => pictureAddress(hash, type) ?? '';

/** AVIF first: a browser takes the first type that it knows. */
const sourcesOf = (sizes: readonly SizeRow[]): PictureSource[] =>
  (['image/avif', 'image/webp'] as const).flatMap((type) => {
    const widths = sizes.filter((size) => size.type === type);
    const srcset = widths.map((size) => `${addressOf(size)} ${size.width}w`).join(', ');
    return srcset === '' ? [] : [{ type, srcset }];
  });

/** The one without `srcset`: the largest WebP that is not wider. */
const FALLBACK_WIDTH = 1280;

async function readSome(reader: Reader, addresses: string[]): Promise<[string, ShownPicture][]> {
  const rows = unwrap(await reader.rpc('library_pictures', { addresses }));
  return rows.map(({ address, alt, is_decorative: isDecorative, width, height, focus_x, focus_y, sizes }) => {
    const made = Array.isArray(sizes) ? sizes.filter(isSize) : [];
    const fallback = made.findLast((size) => size.type === 'image/webp' && size.width <= FALLBACK_WIDTH) ?? made[0];
    const src = fallback ? addressOf(fallback) : address;
    const focus = { x: focus_x, y: focus_y };
    const measures = width === null || height === null ? {} : { width, height };
    return [address, { src, ...measures, alt, isDecorative, focus, sources: sourcesOf(made) }];
  });
}

async function readAll(reader: Reader, addresses: readonly string[]): Promise<[string, ShownPicture][]> {
  const all = [...new Set(addresses)];
  const own = all.filter(isOwnAddress).map((src): [string, ShownPicture] => [src, { src }]);
  const others = all.filter((address) => idInAddress(address) !== null || !isOwnAddress(address));
  const parts = Array.from({ length: Math.ceil(others.length / AT_ONCE) }, (_, part) =>
    readSome(reader, others.slice(part * AT_ONCE, (part + 1) * AT_ONCE)),
  );
  return [...own, ...(await Promise.all(parts)).flat()];
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
