import { MOST_PIXELS } from '@ki/shared/contract/picture-file/formats.ts';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { PictureError } from './picture-error.ts';
import type { PictureFile } from './read-picture-file.ts';

export const WIDEST = 1920;
/** WebP has no higher pictures. */
export const HIGHEST = 16_383;
export const SECONDS = 60;

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

export const readerOf = ({ bytes }: PictureFile, options?: SharpOptions) =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true, ...options }).timeout({ seconds: SECONDS });

export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** Upright and without metadata, at most as wide as the widest size. */
async function decodedAs(file: PictureFile, space: 'srgb' | 'cmyk', options?: SharpOptions): Promise<Pixels> {
  const upright = readerOf(file, options)
    .autoOrient()
    .resize({ width: WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace(space);
  const inSpace = space === 'cmyk' ? upright.pipelineColourspace(space) : upright;
  const { data, info } = await inSpace.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** As browsers show inks without a profile. */
function fromInks({ data, ...size }: Pixels): Pixels {
  const pixels = data.length / 4;
  const colours = Buffer.alloc(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const black = 255 - (data[pixel * 4 + 3] ?? 0);
    for (let ink = 0; ink < 3; ink += 1) {
      colours[pixel * 3 + ink] = ((255 - (data[pixel * 4 + ink] ?? 0)) * black) / 255;
    }
  }
  return { ...size, data: colours, channels: 3 };
}

async function decodedBy(file: PictureFile, { space, hasProfile }: Metadata, options: SharpOptions): Promise<Pixels> {
  if (space === 'cmyk' && !hasProfile) return fromInks(await decodedAs(file, 'cmyk', options));
  return decodedAs(file, 'srgb', options);
}

export const rawOf = ({ data, width, height, channels }: Pixels) => sharp(data, { raw: { width, height, channels } });

/** Nothing could be read of a damaged file whose pixels are all alike. */
async function isBlank(pixels: Pixels): Promise<boolean> {
  const { channels } = await rawOf(pixels).stats();
  return channels.every(({ min, max }) => min === max);
}

/** A damaged upload is decoded as far as it goes, as browsers do. */
async function decoded(file: PictureFile, metadata: Metadata): Promise<Pixels> {
  try {
    return await decodedBy(file, metadata, { failOn: 'error' });
  } catch (error) {
    // Another attempt would take as long.
    if (String(error).includes('timeout')) throw error;
    const pixels = await decodedBy(file, metadata, { failOn: 'none' });
    if (await isBlank(pixels)) throw error;
    return pixels;
  }
}

/** The pixels of an upload, or of its first frame. */
export async function readPixels(file: PictureFile) {
  try {
    const metadata = await readerOf(file, { failOn: 'none' }).metadata();
    return { metadata, pixels: await decoded(file, metadata) };
  } catch (cause) {
    throw new PictureError('It is broken: it could not be decoded.', { cause });
  }
}
