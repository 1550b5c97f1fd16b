import { type ReadStructure, viewOf } from './bytes.ts';

/** Blocks of up to 255 bytes, until an empty one. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size;
  return at + 1;
}

const sizeOfColours = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Extensions and images. Browsers end at any other byte between them, whether it is the trailer or not. */
export const readGif: ReadStructure = (bytes) => {
  const view = viewOf(bytes);
  let [frames, parts] = [0, 0];
  let at = 13 + sizeOfColours(bytes[10]);
  for (; at < bytes.length; parts += 1) {
    const kind = bytes[at];
    if (kind === EXTENSION) at = endOfBlocks(bytes, at + 2);
    else if (kind === IMAGE) {
      const data = at + 11 + sizeOfColours(bytes[at + 9]);
      if (data < bytes.length) frames += 1;
      at = endOfBlocks(bytes, data);
    } else break;
  }
  if (frames === 0) return null;
  const end = bytes[at] === TRAILER ? at + 1 : Math.min(at, bytes.length);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), orientation: 1, frames, parts, end };
};
