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

interface Chunk {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

function* chunksIn(bytes: Uint8Array, end: number): Generator<Chunk> {
  const view = viewOf(bytes);
  for (let start = 12; start + 8 <= end; ) {
    const size = view.getUint32(start + 4, true);
    yield { name: nameAt(bytes, start), start, size };
    start += 8 + size + (size % 2);
  }
}

/** A RIFF file, whose header has its size, with a chunk ANMF for each frame of an animation. */
export const readWebp: ReadStructure = (bytes) => {
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  const measures = end > 20 && end <= bytes.length && bytes.length >= 30 && MEASURES[nameAt(bytes, 12)];
  if (!measures) return null;
  let [frames, orientation, parts] = [0, 1, 0];
  for (const { name, start, size } of chunksIn(bytes, end)) {
    parts += 1;
    if (name === 'ANMF') frames += 1;
    if (name === 'EXIF') orientation = orientationIn(bytes.subarray(start + 8, start + 8 + size));
  }
  const [width, height] = measures(view);
  return { width, height, orientation, frames: Math.max(1, frames), parts, end };
};

/** The same picture without EXIF. */
export function withoutExif(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  for (const { name, start } of chunksIn(bytes, bytes.length)) if (name === 'EXIF') copy.set([0x58, 0x58], start);
  return copy;
}
