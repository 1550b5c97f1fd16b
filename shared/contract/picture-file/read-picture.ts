import type { PictureType } from '../pictures.ts';
import { readAvif } from './avif.ts';
import type { ReadStructure, Structure } from './bytes.ts';
import { pictureTypeOf, refusalOf, sizeRefusalOf } from './formats.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

const STRUCTURES: Readonly<Record<PictureType, ReadStructure>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/avif': readAvif,
};

/** Its width and height are those of the upright picture. */
export interface Picture extends Structure {
  readonly type: PictureType;
}

/** Why a file is refused, as a sentence for staff. */
export interface Refusal {
  readonly problem: string;
  /** Whether the whole file may be a picture. */
  readonly isCutOff?: boolean;
}

const TURNED = 5;
const SMALLEST = 24;

/** Recognizes a picture by its content, and reads what its structure says. Nothing is decoded. */
export function readPicture(content: Uint8Array): Picture | Refusal {
  const type = content.length < SMALLEST ? null : pictureTypeOf(content);
  if (type === null) return { problem: refusalOf(content) };
  const structure = STRUCTURES[type](content);
  if (!structure) return { problem: 'It is not whole.', isCutOff: true };
  const { width, height, ...rest } = structure;
  const upright = rest.orientation >= TURNED ? { width: height, height: width } : { width, height };
  const problem = sizeRefusalOf({ ...upright, parts: rest.parts });
  return problem === null ? { type, ...rest, ...upright } : { problem };
}

/** More would take minutes in each size. */
const MOST_PIXELS_OF_FRAMES = 30_000_000;

/** Whether the sizes of a picture have all its frames. Decoders read the first one of APNG and AVIF alone. */
export const staysAnimated = ({
  type,
  frames,
  width,
  height,
}: Omit<Picture, 'end' | 'orientation' | 'parts'>): boolean =>
  frames > 1 && (type === 'image/gif' || type === 'image/webp') && frames * width * height <= MOST_PIXELS_OF_FRAMES;
