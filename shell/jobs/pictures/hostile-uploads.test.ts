import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeSizes, type Size } from './make-sizes.ts';
import { readPictureFile } from './read-picture-file.ts';
import {
  betweenScans,
  canvas,
  jpegWith,
  ofManyScans,
  picture,
  png,
  pngWith,
  understated,
  webpWith,
} from './testing/hostile-files.ts';

const SECRET = 'GEHEIM-0815';
const PAYLOAD = `<script>alert("${SECRET}")</script><?php system("${SECRET}") ?>`;

async function sizesOf(upload: Buffer): Promise<Size[]> {
  const sizes: Size[] = [];
  for await (const part of makeSizes(readPictureFile(upload))) if ('size' in part) sizes.push(part.size);
  return sizes;
}

function webpOfZeros(): Buffer {
  const webp = Buffer.alloc(200);
  webp.write('RIFF', 0);
  webp.writeUInt32LE(192, 4);
  webp.write('WEBPVP8 ', 8);
  webp.set([0x9d, 1, 0x2a, 64, 0, 64, 0], 23);
  return webp;
}

/** Whole by its structure, and broken inside: refused by the decoder, in its process. */
test.each<readonly [string, () => Promise<Buffer> | Buffer]>([
  ['a PNG with data of another size', () => png(4_000, 4_000, deflateSync(Buffer.alloc(100)))],
  ['a PNG whose data is no zlib stream', () => png(100, 100, Buffer.from(PAYLOAD))],
  ['an AVIF of a megapixel that says it has 600', () => understated(1_250, 800)],
  ['a JPEG of 3,000 scans', ofManyScans],
  ['a WebP of zeros', webpOfZeros],
])('%s is refused by the decoder', async (_, make) => {
  await expect(sizesOf(await make())).rejects.toThrow('It is broken: it could not be decoded.');
});

const behind = async (format: Parameters<typeof picture>[0], content: string) =>
  Buffer.concat([await picture(format), Buffer.from(content)]);
const hugeProfile = () => Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100_000_000))]);

/** Pictures that carry something else: it is in none of their sizes. */
test.each<readonly [string, () => Promise<Buffer>]>([
  ['a page behind a PNG', () => behind('png', PAYLOAD)],
  ['an archive behind a JPEG', () => behind('jpeg', `PK\x03\x04${PAYLOAD}`)],
  ['a script behind a GIF', () => behind('gif', PAYLOAD)],
  ['a page behind a WebP', () => behind('webp', PAYLOAD)],
  ['a comment in a JPEG', () => jpegWith(0xfe, PAYLOAD)],
  ['a place and a camera in a JPEG', () => jpegWith(0xe1, `Exif\0\0${SECRET}`)],
  ['a caption of a newspaper in a JPEG', () => jpegWith(0xed, `Photoshop 3.0\0${SECRET}`)],
  ['texts in a PNG', () => pngWith({ tEXt: Buffer.from(`Comment\0${PAYLOAD}`), eXIf: Buffer.from(SECRET) })],
  ['a colour profile of 100 MB in a PNG', () => pngWith({ iCCP: hugeProfile() })],
  ['a place between the scans of a JPEG', () => betweenScans(`Exif\0\0${SECRET}`)],
  ['an index of more pictures in a JPEG', () => jpegWith(0xe2, `MPF\0${SECRET}`)],
  ['a thumbnail in a JPEG', () => jpegWith(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02${SECRET.padEnd(12)}`)],
  ['an unknown part in a WebP', () => webpWith('GPSX', SECRET)],
  ['EXIF in a WebP', () => webpWith('EXIF', SECRET)],
  ['XMP in a WebP', () => webpWith('XMP ', PAYLOAD)],
  [
    'a place in a real EXIF',
    () =>
      canvas()
        .withExif({ IFD0: { Make: SECRET }, IFD3: { GPSLatitudeRef: 'N' } })
        .jpeg()
        .toBuffer(),
  ],
])('nothing is left of %s', async (_, make) => {
  const upload = await make();
  const sizes = await sizesOf(upload);
  expect(sizes.map(({ type, width }) => [type, width])).toEqual([
    ['image/webp', 64],
    ['image/avif', 64],
  ]);
  for (const { bytes } of sizes) {
    expect(bytes.includes(SECRET)).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  }
});

test('sizes are upright, no wider than the upload, of the widths of pages, and that of the address is first', async () => {
  const sizes = await sizesOf(await canvas(900, 1_400).jpeg().withMetadata({ orientation: 6 }).toBuffer());
  const shown = sizes.filter(({ type }) => type === 'image/webp').map(({ width, height }) => `${width} × ${height}`);
  expect(shown).toEqual(['1280 × 823', '320 × 206', '480 × 309', '640 × 411', '960 × 617', '1400 × 900']);
});

test('no size is higher than WebP may be, nor wider than 1920 pixels', async () => {
  const high = await sizesOf(await picture('png', 100, 20_000));
  expect(high.map(({ width }) => width)).toEqual([82, 82]);
  expect(Math.max(...high.map(({ height }) => height))).toBeLessThanOrEqual(16_383);
  const wide = await sizesOf(await picture('jpeg', 3_000, 300));
  expect(Math.max(...wide.map(({ width }) => width))).toBe(1_920);
});

test('a transparent picture stays transparent', async () => {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const upload = await sharp({ create: { width: 40, height: 40, channels: 4, background } })
    .png()
    .toBuffer();
  for (const { bytes } of await sizesOf(upload)) expect((await sharp(bytes).stats()).isOpaque).toBe(false);
});
