import { staysAnimated } from '@ki/shared/contract/picture-file/read-picture.ts';
import type { Sharp } from 'sharp';
import type { PictureFile } from './read-picture-file.ts';
import { HIGHEST, type Pixels, rawOf, readerOf, readPixels, SECONDS, WIDEST } from './read-pixels.ts';

/** Those that pages ask for: from a card on a small screen to the head of an article on a dense one. */
const WIDTHS = [320, 480, 640, 960, 1280, WIDEST];
/** Each frame is encoded again for each width. */
const WIDTHS_OF_ANIMATIONS = [480, 960, WIDEST];
/** The limit of a stored file. */
const MOST_BYTES = 10_000_000;
/** The widest size to which the address of a picture leads. */
const FIRST = 1280;

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

/** The first is what the address of the picture leads to. */
function widthsFor(width: number, widths: readonly number[] = WIDTHS): readonly number[] {
  const all = [...widths.filter((one) => one < width), Math.min(width, WIDEST)];
  const first = Math.max(...all.filter((one) => one <= FIRST));
  return [first, ...all.filter((one) => one !== first)];
}

const encoded = (picture: Sharp, type: Size['type'], effort = type === 'image/avif' ? 3 : 4) =>
  type === 'image/avif' ? picture.avif({ quality: 50, effort }) : picture.webp({ quality: 74, effort });

async function* stillSizes(pixels: Pixels): AsyncGenerator<{ readonly size: Size }> {
  const sizeOf = async (type: Size['type'], width: number, effort?: number) => {
    const resized = rawOf(pixels).resize({ width });
    const { data, info } = await encoded(resized, type, effort)
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { size: { type, width: info.width, height: info.height, bytes: data } };
  };
  const [first = 0, ...others] = widthsFor(pixels.width);
  // The form and the first readers wait for it: it takes half the time, and 4 % more bytes.
  yield await sizeOf('image/webp', first, 2);
  for (const width of others) {
    yield await sizeOf('image/webp', width);
    yield await sizeOf('image/avif', width);
  }
  yield await sizeOf('image/avif', first);
}

/** In WebP alone: not every browser that shows AVIF shows its animations. None where no size has room in a stored file. */
async function animatedSizes(file: PictureFile): Promise<readonly { readonly size: Size }[]> {
  const sizes: { readonly size: Size }[] = [];
  for (const width of widthsFor(file.width, WIDTHS_OF_ANIMATIONS)) {
    const { data, info } = await readerOf(file, { animated: true, failOn: 'none' })
      .resize({ width, height: HIGHEST, fit: 'inside' })
      .webp({ quality: 74, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    if (data.length > MOST_BYTES) continue;
    sizes.push({
      size: { type: 'image/webp', width: info.width, height: info.pageHeight ?? info.height, bytes: data },
    });
  }
  return sizes;
}

/** The sizes of a picture, all its frames where it is animated, and facts of the upload. */
export async function* makeSizes(
  file: PictureFile,
): AsyncGenerator<{ readonly size: Size } | { readonly facts: Facts }> {
  const { metadata, pixels } = await readPixels(file);
  const { width, height } = metadata.autoOrient;
  // A file that cannot be animated is shown by its first frame.
  const animated = staysAnimated(file) ? await animatedSizes(file).catch(() => []) : [];
  yield* animated.length > 0 ? animated : stillSizes(pixels);
  // Last: a claim lasts from one stored size to the next.
  yield { facts: { type: file.type, width, height, bytes: file.bytes.length } };
}
