import { nameAt, type ReadStructure, viewOf } from './bytes.ts';
import { MOST_PARTS } from './formats.ts';

/** A size of 0 reaches to the end, one of 1 is followed by 64 bits. */
function sizeOfBox(view: DataView, at: number): number {
  const size = view.getUint32(at);
  if (size === 0) return view.byteLength - at;
  return size === 1 && at + 16 <= view.byteLength ? Number(view.getBigUint64(at + 8)) : size;
}

/** The boxes of a part of the file, by name and place. */
function boxesIn(bytes: Uint8Array, from: number, to: number) {
  const view = viewOf(bytes);
  const found: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  for (let at = from; at + 8 <= to && found.length <= MOST_PARTS; ) {
    const size = sizeOfBox(view, at);
    if (size < 8 || at + size > to) break;
    found.push({ name: nameAt(bytes, at + 4), start: at, end: at + size });
    at += size;
  }
  return found;
}

/** The properties of the pictures in a file: their sizes, and how they are turned. */
function propertiesIn(bytes: Uint8Array, meta: { readonly start: number; readonly end: number }) {
  // A full box has four bytes of version and flags before those in it.
  const iprp = boxesIn(bytes, meta.start + 12, meta.end).find(({ name }) => name === 'iprp');
  const ipco = iprp && boxesIn(bytes, iprp.start + 8, iprp.end).find(({ name }) => name === 'ipco');
  return ipco ? boxesIn(bytes, ipco.start + 8, ipco.end) : [];
}

/** Orientations of EXIF for the quarters, counterclockwise, of the property irot. */
const QUARTERS = [1, 8, 3, 6];

/** Boxes of ISO media files. Tiles and thumbnails are smaller than the picture; the frames of a sequence are in a track. */
export const readAvif: ReadStructure = (bytes) => {
  const view = viewOf(bytes);
  const boxes = boxesIn(bytes, 0, bytes.length);
  // The rest is not read.
  if (boxes.length > MOST_PARTS) {
    return { width: 1, height: 1, orientation: 1, frames: 1, parts: boxes.length, end: bytes.length };
  }
  const meta = boxes.find(({ name }) => name === 'meta');
  const has = (name: string) => boxes.some((box) => box.name === name);
  if (!meta || !has('mdat')) return null;
  const properties = propertiesIn(bytes, meta);
  const sizes = properties.flatMap(({ name, start, end }) =>
    name === 'ispe' && end - start >= 20
      ? [{ width: view.getUint32(start + 12), height: view.getUint32(start + 16) }]
      : [],
  );
  const [largest] = sizes.sort((a, b) => b.width * b.height - a.width * a.height);
  if (!largest) return null;
  const turn = properties.find(({ name, start, end }) => name === 'irot' && end - start >= 9);
  const orientation = QUARTERS[turn ? (bytes[turn.start + 8] ?? 0) & 3 : 0] ?? 1;
  return { ...largest, orientation, frames: has('moov') ? 2 : 1, parts: boxes.length, end: boxes.at(-1)?.end ?? 0 };
};
