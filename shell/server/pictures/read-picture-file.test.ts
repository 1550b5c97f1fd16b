import { expect, test } from 'vitest';
import { readPictureFile } from './read-picture-file.ts';
import { pngOf, sample } from './testing/samples.ts';

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
  expect(readPictureFile(sample(name))).toEqual({ type, width, height, bytes: sample(name) });
});

const NO_PICTURE = 'It is no picture: expected PNG, JPEG, GIF, WebP or AVIF.';

test.each<readonly [string, Buffer, string]>([
  ['nothing', Buffer.alloc(0), NO_PICTURE],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), NO_PICTURE],
  ['SVG with a declaration', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), NO_PICTURE],
  ['HTML', text('<!doctype html><script>alert(1)</script>'), NO_PICTURE],
  ['a PDF', text('%PDF-1.7'), NO_PICTURE],
  ['a bitmap', text('BM\x9a\x00\x00\x00'), NO_PICTURE],
  ['TIFF', text('II*\x00'), NO_PICTURE],
  ['a sound', Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVE'), Buffer.alloc(100)]), NO_PICTURE],
  ['SVG with an entity', text('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'), NO_PICTURE],
  ['SVG after a byte order mark', text('\ufeff<svg onload="alert(1)"/>'), NO_PICTURE],
  ['a PostScript program', text('%!PS-Adobe-3.0 (/etc/passwd) (r) file'), NO_PICTURE],
  ['an archive', text('PK\x03\x04'), NO_PICTURE],
  ['a program', text('\x7fELF'), NO_PICTURE],
  ['MVG for ImageMagick', text('push graphic-context fill url(https://evil.example/x|id)'), NO_PICTURE],
  ['a playlist for a video decoder', text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd'), NO_PICTURE],
  ['HEIC', Buffer.concat([Buffer.from('\x00\x00\x00\x18ftypheic'), Buffer.alloc(100)]), NO_PICTURE],
  ['HTML before a picture', Buffer.concat([text('<script>alert(1)</script>'), sample('png')]), NO_PICTURE],
  ['GIF and JavaScript in one', text('GIF89a=1;alert(document.domain)//'), 'It is not whole.'],
  ['JPEG and HTML in one', Buffer.concat([Buffer.from('ffd8ff', 'hex'), text('<script>')]), 'It is not whole.'],
  ['PNG without data', sample('png').subarray(0, 33), 'It is not whole.'],
  [
    'PNG without a header',
    Buffer.concat([sample('png').subarray(0, 8), sample('png').subarray(33)]),
    'It is not whole.',
  ],
  ['a PNG whose chunk reaches past its end', sample('png').fill(0x7f, 33, 37), 'It is not whole.'],
  ['a GIF of 65,535 × 65,535', sample('gif').fill(0xff, 6, 10), 'It has 65535 × 65535 pixels; expected at most'],
  ['a wide PNG', pngOf(20_001, 1), 'It has 20001 × 1 pixels; expected at most 50 million.'],
  ['a huge PNG', pngOf(10_000, 10_000), 'It has 10000 × 10000 pixels; expected at most 50 million.'],
  ['a PNG of no width', pngOf(0, 2), 'It has no size.'],
])('%s is refused', (_what, content, message) => {
  expect(() => readPictureFile(content)).toThrow(message);
});

test.each(['png', 'jpeg', 'progressive', 'gif', 'webp', 'avif'] as const)(
  'a %s that lacks its end is refused',
  (name) => {
    const whole = sample(name);
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => readPictureFile(whole.subarray(0, length)), `${length}`).toThrow(/not whole|no picture/);
    }
  },
);

test.each(['png', 'jpeg', 'gif', 'webp'] as const)('what follows a %s is cut off', (name) => {
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
