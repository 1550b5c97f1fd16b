/** An upload without what cameras and programs wrote into it, such as its place, by its structure: nothing is decoded. */
import type { PictureFile } from './read-picture-file.ts';

const PNG_KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
]);

function png(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (PNG_KEPT.has(bytes.toString('latin1', at + 4, at + 8))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
/** JFIF, the colour profile, and Adobe's note about colours. */
const JPEG_KEPT = new Set([0xe0, 0xe2, 0xee]);

function jpeg(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // What follows is data; progressive files have tables between their scans, and no metadata.
    if (marker === START_OF_SCAN) return Buffer.concat([...kept, bytes.subarray(at)]);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker !== COMMENT && (!isApplication(marker) || JPEG_KEPT.has(marker))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

const WEBP_METADATA = new Set(['EXIF', 'XMP ']);
/** Of the extended header: the flags that say these chunks are there. */
const SAYS_METADATA = 0b1100;

function webp(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = Math.min(bytes.length, at + 8 + size + (size % 2));
    const name = bytes.toString('latin1', at, at + 4);
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~SAYS_METADATA, 8);
    if (!WEBP_METADATA.has(name)) kept.push(chunk);
    at = end;
  }
  const body = Buffer.concat(kept);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** `null` for a format whose metadata cannot be left out this way. */
export function withoutMetadata({ type, bytes }: PictureFile): Buffer | null {
  if (type === 'image/png') return png(bytes);
  if (type === 'image/jpeg') return jpeg(bytes);
  return type === 'image/webp' ? webp(bytes) : null;
}
