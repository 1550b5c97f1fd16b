import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { type Facts, makeSizes, type Size } from './make-sizes.ts';
import { readPictureFile } from './read-picture-file.ts';
import { chunk, png } from './testing/hostile-files.ts';

const [W, H] = [160, 100];
const COLOURS = { R: [220, 30, 30], G: [30, 160, 60], B: [30, 60, 200], Y: [230, 200, 30] } as const;

/** Four fields of known colours: R, G above B, Y. */
function fields() {
  const data = Buffer.alloc(W * H * 3);
  for (let y = 0; y < H; y += 1) {
    for (let x = 0; x < W; x += 1) {
      const name = (['R', 'G', 'B', 'Y'] as const)[(y < H / 2 ? 0 : 2) + (x < W / 2 ? 0 : 1)] ?? 'R';
      data.set(COLOURS[name], (y * W + x) * 3);
    }
  }
  return sharp(data, { raw: { width: W, height: H, channels: 3 } });
}

async function made(upload: Buffer): Promise<{ readonly facts: Facts; readonly sizes: readonly Size[] }> {
  const sizes: Size[] = [];
  let facts: Facts | undefined;
  for await (const part of makeSizes(readPictureFile(upload))) {
    if ('facts' in part) facts = part.facts;
    else sizes.push(part.size);
  }
  return { facts: facts ?? expect.fail('no facts'), sizes };
}

const distance = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((one, at) => Math.abs(one - (b[at] ?? 0))));

/** The names of the colours in the corners, or their values. */
async function cornersOf({ bytes }: Size): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    const found = [...data.subarray(from, from + 3)];
    const [name] = Object.entries(COLOURS).find(([, colour]) => distance(colour, found) < 12) ?? [found.join('/')];
    return name;
  };
  return [at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)].join('');
}

/** By orientation, as browsers show the fields. */
const UPRIGHT = ['RGBY', 'GRYB', 'YBGR', 'BYRG', 'RBGY', 'BRYG', 'YGBR', 'GYRB'];

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s of each orientation is upright',
  async (format) => {
    for (const [index, expected] of UPRIGHT.entries()) {
      const { facts, sizes } = await made(
        await fields()
          .withMetadata({ orientation: index + 1 })
          [format]()
          .toBuffer(),
      );
      const measures = index < 4 ? { width: W, height: H } : { width: H, height: W };
      expect(facts, expected).toMatchObject(measures);
      const corners = await Promise.all(sizes.map(cornersOf));
      expect([...new Set(corners)], `orientation ${index + 1}`).toEqual([expected]);
    }
  },
  60_000,
);

test('an AVIF whose EXIF alone has an orientation stays as browsers show it', async () => {
  const avif = await fields()
    .withExif({ IFD0: { Orientation: '6' } })
    .avif()
    .toBuffer();
  expect(avif.includes('Exif') && !avif.includes('irot')).toBe(true);
  const { sizes } = await made(avif);
  expect(await Promise.all(sizes.map(cornersOf))).toContain('RGBY');
});

/** The same noise in each run: where a file is cut decides what can be read of it. */
function photo() {
  const data = Buffer.alloc(W * H * 3);
  let state = 1;
  for (let at = 0; at < data.length; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    data[at] = 64 + (state % 128);
  }
  return sharp(data, { raw: { width: W, height: H, channels: 3 } });
}

const withWrongChecksum = (upload: Buffer) => upload.fill(0, upload.length - 16, upload.length - 12);

/** Browsers show all of these. */
test.each<readonly [string, (picture: Sharp) => Promise<Buffer>]>([
  ['a JPEG without an end marker', async (picture) => (await picture.jpeg().toBuffer()).subarray(0, -2)],
  ['half a JPEG', async (picture) => (await picture.jpeg().toBuffer()).subarray(0, 4_000)],
  [
    'half a progressive JPEG',
    async (picture) => (await picture.jpeg({ progressive: true }).toBuffer()).subarray(0, 4_000),
  ],
  ['half a PNG', async (picture) => (await picture.png().toBuffer()).subarray(0, 20_000)],
  ['a PNG without IEND', async (picture) => (await picture.png().toBuffer()).subarray(0, -12)],
  ['a PNG with a wrong checksum', async (picture) => withWrongChecksum(await picture.png().toBuffer())],
  ['a GIF without a trailer', async (picture) => (await picture.gif().toBuffer()).subarray(0, -1)],
  ['half a GIF', async (picture) => (await picture.gif().toBuffer()).subarray(0, 10_000)],
  [
    'a GIF with zeros before its trailer',
    async (picture) => Buffer.concat([(await picture.gif().toBuffer()).subarray(0, -1), Buffer.from('\0\0;')]),
  ],
])('%s is shown as far as it goes', async (_, make) => {
  const { facts, sizes } = await made(await make(photo()));
  expect(facts).toMatchObject({ width: W, height: H });
  expect(sizes).toHaveLength(2);
  const [first] = sizes;
  const { channels } = await sharp(first?.bytes).extract({ left: 0, top: 0, width: W, height: 10 }).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
});

test('inks without a profile are shown as browsers show them', async () => {
  const inks = await fields().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
  const { sizes } = await made(inks);
  const { data } = await sharp(sizes[0]?.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  // As Chromium draws the red field.
  expect(distance([...data.subarray(0, 3)], [242, 11, 0])).toBeLessThan(12);
});

const frames = (count: number, size = { width: 300, height: 200 }) =>
  Promise.all(
    Array.from({ length: count }, (_, frame) =>
      sharp({ create: { ...size, channels: 4, background: { r: frame * 10, g: 90, b: 200 - frame * 10, alpha: 1 } } })
        .png()
        .toBuffer(),
    ),
  );
const animation = async (count: number, size?: { width: number; height: number }) =>
  sharp(await frames(count, size), { join: { animated: true } });

test.each(['gif', 'webp'] as const)('a %s keeps its frames, their time and its loop in each size', async (format) => {
  const { facts, sizes } = await made(
    await (await animation(3, { width: 600, height: 400 }))[format]({ delay: [400, 200, 400], loop: 2 }).toBuffer(),
  );
  expect(facts).toMatchObject({ width: 600, height: 400 });
  const read = await Promise.all(sizes.map(({ bytes }) => sharp(bytes, { animated: true }).metadata()));
  expect(read.map(({ pages, width, pageHeight, delay, loop }) => ({ pages, width, pageHeight, delay, loop }))).toEqual([
    { pages: 3, width: 600, pageHeight: 400, delay: [400, 200, 400], loop: 2 },
    { pages: 3, width: 480, pageHeight: 320, delay: [400, 200, 400], loop: 2 },
  ]);
  expect(sizes.map(({ type, width, height }) => [type, width, height])).toEqual([
    ['image/webp', 600, 400],
    ['image/webp', 480, 320],
  ]);
});

/** An APNG of two frames. */
function apng(): Buffer {
  const still = png(
    4,
    4,
    deflateSync(Buffer.concat(Array.from({ length: 4 }, (_, row) => Buffer.alloc(13, row * 60).fill(0, 0, 1)))),
  );
  const control = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
}

/** A GIF of three frames on a canvas of twelve megapixels. */
async function ofHugeFrames(): Promise<Buffer> {
  const upload = await (await animation(3)).gif().toBuffer();
  upload.writeUInt16LE(4_000, 6);
  upload.writeUInt16LE(3_000, 8);
  return upload;
}

test.each<readonly [string, () => Promise<Buffer> | Buffer]>([
  ['an APNG', apng],
  ['a GIF of too many pixels', ofHugeFrames],
])('of %s the first frame is shown', async (_, make) => {
  const upload = await make();
  expect(readPictureFile(upload).frames).toBeGreaterThan(1);
  const { sizes } = await made(upload);
  const pages = await Promise.all(sizes.map(async ({ bytes }) => (await sharp(bytes).metadata()).pages ?? 1));
  expect(new Set(pages)).toEqual(new Set([1]));
});
