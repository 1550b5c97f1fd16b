import { expect, test } from 'vitest';
import { readPictureFile } from './read-picture-file.ts';
import { pngOf, sample, type samples } from './testing/samples.ts';

const text = (content: string) => Buffer.from(content.padEnd(100));

test.each([
  ['png', 'image/png', 3, 2],
  ['jpeg', 'image/jpeg', 3, 2],
  ['progressive', 'image/jpeg', 3, 2],
  ['turned', 'image/jpeg', 2, 3],
  ['gif', 'image/gif', 3, 2],
  ['webp', 'image/webp', 3, 2],
  ['avif', 'image/avif', 3, 2],
] as const)('a picture is known by its content: %s', (name, type, width, height) => {
  expect(readPictureFile(sample(name))).toEqual({ type, width, height, frames: 1, bytes: sample(name) });
});

const NO_PICTURE = 'It is no picture that pages can show. Expected PNG, JPEG, GIF, WebP or AVIF.';
const SVG = 'It is an SVG, which can run programs. Export it as PNG.';
const bytes = (start: string) => Buffer.from(start.padEnd(100, '\0'), 'latin1');
const ofBrands = (...brands: string[]) =>
  bytes(`\0\0\0${String.fromCharCode(12 + 4 * brands.length)}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`);

test.each<readonly [string, Buffer, string]>([
  ['nothing', Buffer.alloc(0), 'The file is empty.'],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), SVG],
  ['SVG with a declaration', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), SVG],
  ['HTML', text('<!doctype html><script>alert(1)</script>'), NO_PICTURE],
  ['a PDF', text('%PDF-1.7'), 'It is a PDF. Export its page as PNG or JPEG.'],
  [
    'a bitmap',
    bytes('BM\x9a\x00\x00\x00'),
    'It is a bitmap (BMP), of which no smaller sizes can be made. Save it as PNG.',
  ],
  ['an icon', bytes('\0\0\x01\0\x01\0'), 'It is an icon (ICO)'],
  ['TIFF', text('II*\x00'), 'It is a TIFF or the raw photo of a camera, which most browsers do not show.'],
  ['JPEG XL', bytes('\xff\x0a'), 'It is a JPEG XL, which most browsers do not show. Export it as JPEG or PNG.'],
  ['JPEG XL in boxes', bytes('\0\0\0\x0cJXL \r\n\x87\n'), 'It is a JPEG XL'],
  ['a text that begins as a bitmap', text('BMW'), NO_PICTURE],
  ['a sound', Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVE'), Buffer.alloc(100)]), NO_PICTURE],
  ['SVG with an entity', text('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'), SVG],
  ['SVG after a byte order mark', text('\ufeff<svg onload="alert(1)"/>'), SVG],
  ['a PostScript program', text('%!PS-Adobe-3.0 (/etc/passwd) (r) file'), NO_PICTURE],
  ['an archive', text('PK\x03\x04'), NO_PICTURE],
  ['a program', text('\x7fELF'), NO_PICTURE],
  ['MVG for ImageMagick', text('push graphic-context fill url(https://evil.example/x|id)'), NO_PICTURE],
  ['a playlist for a video decoder', text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd'), NO_PICTURE],
  ['HEIC', ofBrands('heic', 'mif1'), 'It is a HEIC photo, which most browsers do not show. Export it as JPEG.'],
  ['HEIC by its second brand', ofBrands('mif1', 'heic'), 'It is a HEIC photo'],
  ['a film', ofBrands('isom', 'mp42'), NO_PICTURE],
  ['HTML before a picture', Buffer.concat([text('<script>alert(1)</script>'), sample('png')]), NO_PICTURE],
  ['GIF and JavaScript in one', text('GIF89a=1;alert(document.domain)//'), 'It is not whole.'],
  ['JPEG and HTML in one', Buffer.concat([Buffer.from('ffd8ff', 'hex'), text('<script>')]), 'It is not whole.'],
  ['PNG without data', sample('png').subarray(0, 33), 'It is not whole.'],
  [
    'PNG without a header',
    Buffer.concat([sample('png').subarray(0, 8), sample('png').subarray(33)]),
    'It is not whole.',
  ],
  ['a PNG whose chunk before its data reaches past its end', sample('png').fill(0x7f, 8, 12), 'It is not whole.'],
  ['a GIF of 65,535 × 65,535', sample('gif').fill(0xff, 6, 10), 'It has 65535 × 65535 pixels. Expected at most'],
  ['a wide PNG', pngOf(20_001, 1), 'It has 20001 × 1 pixels. Expected at most 50 megapixels'],
  ['a huge PNG', pngOf(10_000, 10_000), 'It has 10000 × 10000 pixels. Expected at most 50 megapixels'],
  ['a PNG of no width', pngOf(0, 2), 'It has no size.'],
])('%s is refused', (_what, content, message) => {
  expect(() => readPictureFile(content)).toThrow(message);
});

test.each<readonly [keyof typeof samples, number, string]>([
  ['png', 33, '0000000074455874' + '00000000'],
  ['jpeg', 2, 'ffe10002'],
  ['gif', -1, '21fe00'],
  ['webp', 36, '4142434400000000'],
  ['avif', 32, '0000000866726565'],
])('a %s of more parts than programs write is refused', (name, place, hex) => {
  const content = (parts: number) => {
    const part = Buffer.from(hex.repeat(parts), 'hex');
    const file = Buffer.concat([sample(name).subarray(0, place), part, sample(name).subarray(place)]);
    if (name === 'webp') file.writeUInt32LE(file.length - 8, 4);
    return file;
  };
  expect(readPictureFile(content(40_000))).toMatchObject({ width: 3, height: 2 });
  expect(() => readPictureFile(content(50_001))).toThrow('It has more than 50,000 parts');
});

const lengthsOf = (name: keyof typeof samples) => Array.from(sample(name), (_, length) => length);

test.each(['webp', 'avif'] as const)('a %s that lacks its end is refused', (name) => {
  for (const length of lengthsOf(name)) {
    expect(() => readPictureFile(sample(name).subarray(0, length)), `${length}`).toThrow(/not whole|no picture|empty/);
  }
});

test.each(['png', 'jpeg', 'progressive', 'gif'] as const)(
  'a %s that lacks its end is a picture as soon as its data begins, as browsers show it',
  (name) => {
    const isPicture = lengthsOf(name).map((length) => {
      try {
        return readPictureFile(sample(name).subarray(0, length)).width === 3;
      } catch (error) {
        expect(error).toMatchObject({ name: 'PictureError' });
        return false;
      }
    });
    const begins = isPicture.indexOf(true);
    expect(begins).toBeGreaterThan(24);
    expect(isPicture.slice(begins)).not.toContain(false);
  },
);

test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('what follows a %s is cut off', (name) => {
  const content = Buffer.concat([sample(name), Buffer.from('<script>alert(1)</script>')]);
  expect(readPictureFile(content).bytes).toEqual(sample(name));
});

test('a file with random damage is a picture or refused', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (const name of ['png', 'jpeg', 'progressive', 'turned', 'gif', 'webp', 'avif'] as const) {
    for (let round = 0; round < 500; round += 1) {
      const content = sample(name);
      for (let change = 0; change < 4; change += 1) content[random(content.length)] = random(256);
      try {
        expect(readPictureFile(content).width).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({ name: 'PictureError' });
      }
    }
  }
});

test('an AVIF is known by any of its brands', () => {
  for (const brand of ['mif1', 'msf1', 'miaf', 'avis']) {
    const avif = sample('avif');
    avif.write(brand, 8, 'latin1');
    expect(readPictureFile(avif), brand).toMatchObject({ type: 'image/avif', width: 3, height: 2, bytes: avif });
  }
});

test.each([
  ['zeros in place of the end of a GIF', Buffer.concat([sample('gif').subarray(0, -1), Buffer.alloc(3)]), -3],
  [
    'bytes before a marker of a JPEG',
    Buffer.concat([sample('jpeg').subarray(0, 20), Buffer.alloc(4), sample('jpeg').subarray(20)]),
    0,
  ],
])('a picture is known with %s', (_, content, end) => {
  expect(readPictureFile(content)).toMatchObject({ width: 3, height: 2, bytes: content.subarray(0, end || undefined) });
});
