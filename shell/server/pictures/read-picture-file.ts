import type { PictureType } from '@ki/shared/contract/pictures.ts';
import { imageSize } from 'image-size';
import { ends } from './picture-end.ts';
import { PictureError } from './picture-error.ts';

export interface PictureFile {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Browsers decode a picture to four bytes for each pixel. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 20_000;
/** EXIF orientations from 5 on are turned by a quarter. */
const TURNED = 5;
const SMALLEST = 24;

const has =
  (text: string, at = 0) =>
  (bytes: Buffer) =>
    bytes.toString('latin1', at, at + text.length) === text;

const FORMATS = [
  { type: 'image/png', is: has('\x89PNG\r\n\x1a\n'), end: ends.png },
  { type: 'image/jpeg', is: has('\xff\xd8\xff'), end: ends.jpeg },
  { type: 'image/gif', is: (bytes: Buffer) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)), end: ends.gif },
  { type: 'image/webp', is: (bytes: Buffer) => has('RIFF')(bytes) && has('WEBP', 8)(bytes), end: ends.webp },
  { type: 'image/avif', is: (bytes: Buffer) => /^ftypavi[fs]/.test(bytes.toString('latin1', 4, 12)), end: ends.avif },
] as const;

function sizeOf(bytes: Buffer) {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= TURNED ? { width: height, height: width } : { width, height };
  } catch (cause) {
    throw new PictureError('It says no size.', { cause });
  }
}

/** Recognizes a picture by its content. What follows its end, such as another file, is cut off. */
export function readPictureFile(content: Buffer): PictureFile {
  const format = content.length < SMALLEST ? undefined : FORMATS.find(({ is }) => is(content));
  if (!format) throw new PictureError('It is no picture: expected PNG, JPEG, GIF, WebP or AVIF.');
  const end = format.end(content);
  if (end === null) throw new PictureError('It is not whole.', { isFinal: false });
  const bytes = content.subarray(0, end);
  const { width, height } = sizeOf(bytes);
  if (!(width > 0 && height > 0)) throw new PictureError('It has no size.');
  if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS) {
    throw new PictureError(`It has ${width} × ${height} pixels; expected at most 50 million.`);
  }
  return { type: format.type, width, height, bytes };
}
