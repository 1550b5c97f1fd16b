import { type Picture, readPicture } from '@ki/shared/contract/picture-file/read-picture.ts';
import { PictureError } from './picture-error.ts';

export interface PictureFile extends Omit<Picture, 'end' | 'orientation' | 'parts'> {
  readonly bytes: Buffer;
}

/** Recognizes a picture by its content. What follows its end, such as another file, is cut off. */
export function readPictureFile(content: Buffer): PictureFile {
  const read = readPicture(content);
  if ('problem' in read) throw new PictureError(read.problem, { isFinal: !read.isCutOff });
  const { type, width, height, frames, end } = read;
  return { type, width, height, frames, bytes: content.subarray(0, end) };
}
