import sharp from 'sharp';
import { PictureError } from './picture-error.ts';
import type { PictureFile } from './read-picture-file.ts';

/** Those that pages ask for: from a card on a small screen to the head of an article on a dense one. */
const WIDTHS = [320, 480, 640, 960, 1280, 1920];
const WIDEST = 1920;
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

const widthsFor = (width: number) => {
  const smaller = WIDTHS.filter((one) => one < width);
  return [...smaller, width];
};

/** AVIF and WebP in each width that is not wider than the upload. */
export async function* makeSizes(file: PictureFile): AsyncGenerator<Size> {
  const { data, info } = await decoded(file);
  const { width, height, channels } = info;
  for (const wanted of widthsFor(width)) {
    const size = sharp(data, { raw: { width, height, channels } }).resize({ width: wanted });
    const formats = [
      ['image/avif', size.clone().avif({ quality: 50, effort: 3 })],
      ['image/webp', size.clone().webp({ quality: 74 })],
    ] as const;
    for (const [type, format] of formats) {
      const made = await format.timeout({ seconds: SECONDS }).toBuffer({ resolveWithObject: true });
      yield { type, width: made.info.width, height: made.info.height, bytes: made.data };
    }
  }
}
