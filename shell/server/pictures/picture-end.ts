/** Where a picture ends in a file, from the structure of its format; `null` when it is not whole. */
type End = (bytes: Buffer) => number | null;

const NEVER = null;

/** Chunks of a length, a type, data and a checksum, from IHDR to IEND. */
const png: End = (bytes) => {
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if ((at === 8) !== (type === 'IHDR')) return NEVER;
    if (type === 'IDAT') hasData = true;
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return hasData && at <= bytes.length ? at : NEVER;
  }
  return NEVER;
};

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Restart markers and stuffed zeros belong to the data of a scan. */
const isInScan = (marker: number | undefined) =>
  marker === 0 || (marker !== undefined && marker >= 0xd0 && marker <= 0xd7);

/** Where the data of a JPEG's scan ends. */
export function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (!isInScan(bytes[at + 1]) && bytes[at + 1] !== 0xff) return at;
  }
  return bytes.length;
}

/** Segments with a marker and a length, and the data of scans between them. */
const jpeg: End = (bytes) => {
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff) return NEVER;
    if (marker === 0xff) at += 1;
    else if (marker === END_OF_IMAGE) return hasScan ? at + 2 : NEVER;
    else {
      if (at + 4 > bytes.length) return NEVER;
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
      if (marker !== START_OF_SCAN) continue;
      hasScan = true;
      at = endOfScan(bytes, at);
    }
  }
  return NEVER;
};

/** Blocks of up to 255 bytes, until an empty one. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size;
  return at + 1;
}

const colours = (flags: number | undefined) => (flags !== undefined && flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

const gif: End = (bytes) => {
  let hasImage = false;
  for (let at = 13 + colours(bytes[10]); at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === TRAILER) return hasImage ? at + 1 : NEVER;
    if (kind === EXTENSION) at = endOfBlocks(bytes, at + 2);
    else if (kind === IMAGE) {
      hasImage = true;
      at = endOfBlocks(bytes, at + 11 + colours(bytes[at + 9]));
    } else return NEVER;
  }
  return NEVER;
};

/** A RIFF file, whose header has its size. */
const webp: End = (bytes) => {
  const end = 8 + bytes.readUInt32LE(4);
  return bytes.toString('latin1', 12, 15) === 'VP8' && end > 20 && end <= bytes.length ? end : NEVER;
};

/** Boxes of ISO media files; a size of 0 reaches to the end. */
const avif: End = (bytes) => {
  const found: string[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at) || bytes.length - at;
    if (size < 8 || at + size > bytes.length) return NEVER;
    found.push(bytes.toString('latin1', at + 4, at + 8));
    at += size;
  }
  return at === bytes.length && found.includes('meta') && found.includes('mdat') ? at : NEVER;
};

export const ends = { png, jpeg, gif, webp, avif };
