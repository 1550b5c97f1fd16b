import { type ReadStructure, viewOf } from './bytes.ts';
import { orientationIn } from './orientation.ts';

const EXIF = 0xe1;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** The kinds of compression, but tables and extensions, which share their numbers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Restart markers and stuffed zeros belong to the data of a scan. */
const isInScan = (marker = 0xff) => marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);

/** Where the data of a scan ends. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (!isInScan(bytes[at + 1])) return at;
  }
  return bytes.length;
}

/** Where the next marker is; decoders skip what is before it. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] !== 0xff && bytes[at + 1] !== 0) return at;
  }
  return bytes.length;
}

/** Marker, length, precision, height and width. */
const SHORTEST_FRAME = 9;

/** Segments with a marker and a length, and the data of scans between them. Without its end it is shown as far as it goes. */
export const readJpeg: ReadStructure = (bytes) => {
  const view = viewOf(bytes);
  let [width, height, orientation, parts, hasScan] = [0, 0, 1, 0, false];
  const result = (end: number) => (hasScan && width > 0 ? { width, height, orientation, frames: 1, parts, end } : null);
  for (let at = nextMarker(bytes, 2); at + 4 <= bytes.length || bytes[at + 1] === END_OF_IMAGE; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) return result(at + 2);
    const end = at + 2 + Math.max(2, view.getUint16(at + 2));
    // Decoders refuse half a segment.
    if (end > bytes.length) return result(at);
    if (isFrame(marker) && end - at >= SHORTEST_FRAME)
      [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    if (marker === EXIF && orientation === 1) orientation = orientationIn(bytes.subarray(at + 4, end));
    const isScan = marker === START_OF_SCAN && end < bytes.length;
    hasScan ||= isScan;
    parts += 1;
    at = isScan ? endOfScan(bytes, end) : nextMarker(bytes, end);
  }
  return result(bytes.length);
};
