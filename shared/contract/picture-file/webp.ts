import { nameAt, type ReadStructure, viewOf } from './bytes.ts';
import { orientationIn } from './orientation.ts';

type Measures = readonly [width: number, height: number];

const threeBytes = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** By the first chunk: an extended header, or a picture that is lossy or lossless. */
const MEASURES: Readonly<Record<string, (view: DataView) => Measures>> = {
  VP8X: (view) => [threeBytes(view, 24) + 1, threeBytes(view, 27) + 1],
  'VP8 ': (view) => [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff],
  VP8L: (view) => [(view.getUint32(21, true) & 0x3fff) + 1, ((view.getUint32(21, true) >> 14) & 0x3fff) + 1],
};

/** A RIFF file, whose header has its size, with a chunk ANMF for each frame of an animation. */
export const readWebp: ReadStructure = (bytes) => {
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  const measures = end > 20 && end <= bytes.length && bytes.length >= 30 && MEASURES[nameAt(bytes, 12)];
  if (!measures) return null;
  let [frames, orientation] = [0, 1];
  for (let at = 12; at + 8 <= end; ) {
    const [name, size] = [nameAt(bytes, at), view.getUint32(at + 4, true)];
    if (name === 'ANMF') frames += 1;
    if (name === 'EXIF') orientation = orientationIn(bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  const [width, height] = measures(view);
  return { width, height, orientation, frames: Math.max(1, frames), end };
};
