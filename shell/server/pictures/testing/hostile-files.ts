import { crc32 } from 'node:zlib';
import sharp from 'sharp';

export const picture = (format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif', width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#8a4' } })
    [format]()
    .toBuffer();

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose header says one size and whose data is this. */
export function png(width: number, height: number, data: Buffer, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

export function afterStart(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

export const webpWith = (name: string, data: Buffer, webp: Buffer) => {
  const padded = data.length % 2 ? Buffer.concat([data, Buffer.alloc(1)]) : data;
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  const whole = Buffer.concat([webp, head, padded]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
};

/** An AVIF whose header says fewer pixels than its data has. */
export async function understated(width: number, height: number): Promise<Buffer> {
  const avif = await sharp({ create: { width, height, channels: 3, background: '#8a4' }, limitInputPixels: false })
    .avif({ effort: 0 })
    .toBuffer();
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(30, size);
  avif.writeUInt32BE(20, size + 4);
  return avif;
}

/** A progressive JPEG whose last scan is repeated. */
export async function ofManyScans(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#8a4' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const end = jpeg.length - 2;
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), end);
  return Buffer.concat([jpeg.subarray(0, end), ...Array.from({ length: 3_000 }, () => scan), jpeg.subarray(end)]);
}

export async function betweenScans(data: Buffer): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a4' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const at = jpeg.lastIndexOf(Buffer.from('ffda', 'hex'));
  return Buffer.concat([
    jpeg.subarray(0, at),
    afterStart(jpeg, 0xe1, data).subarray(2, 6 + data.length),
    jpeg.subarray(at),
  ]);
}
