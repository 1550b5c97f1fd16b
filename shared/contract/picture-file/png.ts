import { nameAt, type ReadStructure, viewOf } from './bytes.ts';
import { orientationIn } from './orientation.ts';

/**
 * Chunks of a length, a type, data and a checksum, from IHDR to IEND; acTL counts the frames of an animation. Without its
 * end it is shown as far as it goes.
 */
export const readPng: ReadStructure = (bytes) => {
  const view = viewOf(bytes);
  let [frames, orientation, parts, hasData] = [1, 1, 0, false];
  let at = 8;
  for (let type = ''; type !== 'IEND' && at + 12 <= bytes.length; ) {
    type = nameAt(bytes, at + 4);
    if ((at === 8) !== (type === 'IHDR')) return null;
    const end = at + 12 + view.getUint32(at);
    if (type === 'acTL' && !hasData) frames = view.getUint32(at + 8);
    if (type === 'eXIf') orientation = orientationIn(bytes.subarray(at + 8, end - 4));
    if (type === 'IDAT') hasData = true;
    parts += 1;
    at = end;
  }
  if (!hasData) return null;
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    orientation,
    frames,
    parts,
    end: Math.min(at, bytes.length),
  };
};
