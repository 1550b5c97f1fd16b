import sharp, { type Sharp } from 'sharp';
import { PictureError } from './picture-error.ts';
import type { PictureFile } from './read-picture-file.ts';

/** Those that pages ask for: from a card on a small screen to the head of an article on a dense one. */
const WIDTHS = [320, 480, 640, 960, 1280, 1920];
const WIDEST = 1920;
/** The widest size to which the address of a picture leads. */
const FIRST = 1280;
/** WebP has no higher pictures. */
const HIGHEST = 16_383;
const MOST_PIXELS = 50_000_000;
const SECONDS = 60;

sharp.cache(false);
sharp.concurrency(1);
// Only decoders of the formats that are accepted.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

export interface Size {
  readonly type: 'image/avif' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

export interface Facts {
  readonly type: PictureFile['type'];
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** The upload, upright and without metadata, at most as wide as the widest size; decoded once. */
async function decoded({ bytes }: PictureFile) {
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new PictureError('It is broken: it could not be decoded.', { cause });
  }
}

/** The first is what the address of the picture leads to. */
function sizesFor(width: number) {
  const widths = [...WIDTHS.filter((one) => one < width), width];
  const first = Math.max(...widths.filter((one) => one <= FIRST));
  const sizes = widths.flatMap((one) => [['image/webp', one] as const, ['image/avif', one] as const]);
  return [['image/webp', first] as const, ...sizes.filter(([type, one]) => type === 'image/avif' || one !== first)];
}

const encoded = (picture: Sharp, type: Size['type']) =>
  type === 'image/avif' ? picture.avif({ quality: 50, effort: 3 }) : picture.webp({ quality: 74 });

/** As the browser shows it: upright. */
const uprightSize = (decoded: { readonly width: number; readonly height: number }, { width, height }: PictureFile) =>
  decoded.width > decoded.height === width > height ? { width, height } : { width: height, height: width };

/** AVIF and WebP in each width that is not wider than the upload, and facts of the upload. */
export async function* makeSizes(
  file: PictureFile,
): AsyncGenerator<{ readonly size: Size } | { readonly facts: Facts }> {
  const { data, info } = await decoded(file);
  const { width, height, channels } = info;
  yield { facts: { type: file.type, ...uprightSize(info, file), bytes: file.bytes.length } };
  for (const [type, wanted] of sizesFor(width)) {
    const resized = sharp(data, { raw: { width, height, channels } }).resize({ width: wanted });
    const made = await encoded(resized, type).timeout({ seconds: SECONDS }).toBuffer({ resolveWithObject: true });
    yield { size: { type, width: made.info.width, height: made.info.height, bytes: made.data } };
  }
}
