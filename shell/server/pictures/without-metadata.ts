/** An upload without what cameras and programs wrote into it, such as its place, by its structure: nothing is decoded. */
import { endOfScan } from './picture-end.ts';
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
const LONGEST_JFIF = 18;
/** The segments of applications that decoders need: JFIF without its thumbnail, colour profiles, Adobe's note about colours. */
const JPEG_KEPT: ReadonlyMap<number, (segment: Buffer) => boolean> = new Map([
  [0xe0, (segment) => says('JFIF\0', segment) && segment.length <= LONGEST_JFIF],
  [0xe2, (segment) => says('ICC_PROFILE\0', segment)],
  [0xee, (segment) => says('Adobe', segment)],
]);

const says = (name: string, segment: Buffer) => segment.toString('latin1', 4, 4 + name.length) === name;

function isKeptInJpeg(segment: Buffer): boolean {
  const marker = segment[1] ?? 0;
  if (marker >= 0xe0 && marker <= 0xef) return JPEG_KEPT.get(marker)?.(segment) ?? false;
  return marker !== COMMENT;
}

function jpeg(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const after = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    // Progressive files have tables between their scans.
    const end = marker === START_OF_SCAN ? endOfScan(bytes, after) : after;
    const segment = bytes.subarray(at, end);
    if (isKeptInJpeg(segment)) kept.push(segment);
    at = end;
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}

const WEBP_KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
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
    if (WEBP_KEPT.has(name)) kept.push(chunk);
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
