import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A picture of one colour, before it is encoded. */
export const canvas = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#8a4' }, limitInputPixels: false });

export const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif', width?: number, height?: number) =>
  canvas(width, height)[format]().toBuffer();

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose header says one size and whose data is this. */
export function png(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG with more chunks behind its header. */
export async function pngWith(chunks: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const whole = await picture('png');
  const more = Object.entries(chunks).map(([type, data]) => chunk(type, data));
  return Buffer.concat([whole.subarray(0, 33), ...more, whole.subarray(33)]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A JPEG with a segment behind its start. */
export async function jpegWith(marker: number, data: string): Promise<Buffer> {
  const jpeg = await picture('jpeg');
  return Buffer.concat([jpeg.subarray(0, 2), segment(marker, Buffer.from(data, 'latin1')), jpeg.subarray(2)]);
}

/** A WebP with another chunk at its end. */
export async function webpWith(name: string, data: string): Promise<Buffer> {
  const padded = Buffer.from(data.length % 2 ? `${data}\0` : data);
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  const whole = Buffer.concat([await picture('webp'), head, padded]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** An AVIF whose header says fewer pixels than its data has. */
export async function understated(width: number, height: number): Promise<Buffer> {
  const avif = await canvas(width, height).avif({ effort: 0 }).toBuffer();
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(30, size);
  avif.writeUInt32BE(20, size + 4);
  return avif;
}

const lastScan = (jpeg: Buffer) => jpeg.lastIndexOf(Buffer.from('ffda', 'hex'));

/** A progressive JPEG whose last scan is repeated. */
export async function ofManyScans(): Promise<Buffer> {
  const jpeg = await canvas(4_000, 4_000).jpeg({ progressive: true }).toBuffer();
  const end = jpeg.length - 2;
  const scan = jpeg.subarray(lastScan(jpeg), end);
  return Buffer.concat([jpeg.subarray(0, end), ...Array.from({ length: 3_000 }, () => scan), jpeg.subarray(end)]);
}

export async function betweenScans(data: string): Promise<Buffer> {
  const jpeg = await canvas().jpeg({ progressive: true }).toBuffer();
  const at = lastScan(jpeg);
  return Buffer.concat([jpeg.subarray(0, at), segment(0xe1, Buffer.from(data)), jpeg.subarray(at)]);
}
