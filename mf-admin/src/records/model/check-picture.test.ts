import { expect, test } from 'vitest';
import { checkPicture, picturesIn, titleOf } from './check-picture.ts';

/** A PNG's signature and header, which say its size. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}

const file = (content: BlobPart, name = 'foto.png', type = 'image/png') => new File([content], name, { type });

const problemOf = async (picture: File) => {
  const checked = await checkPicture(picture);
  return 'problem' in checked ? checked.problem : null;
};

test('a picture passes, with the type of its content, up to 50 megapixels', async () => {
  expect(await checkPicture(file(png(3, 2), 'foto.jpg', 'image/jpeg'))).toEqual({ type: 'image/png' });
  expect(await problemOf(file(png(10_000, 5_000)))).toBeNull();
});

const NONE = /^It is no picture.+Expected PNG, JPEG, GIF, WebP or AVIF\.$/;

test.each([
  ['a text', file('Kein Bild', 'notiz.png'), NONE],
  ['an SVG', file('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'bild.svg', 'image/svg+xml'), NONE],
  ['a PDF', file('%PDF-1.7', 'bild.png'), NONE],
  ['nothing', file(''), NONE],
  [
    'more than 20 MB',
    new File([png(3, 2), new Uint8Array(20_000_000)], 'a.png'),
    /^It has 20\.0 MB\. Expected at most 20/,
  ],
  ['more than 50 megapixels', file(png(10_000, 5_001)), /^It has 10000 × 5001 pixels\. Expected at most 50/],
  ['a picture that ends before its size', file(png(3, 2).slice(0, 12)), /^It is broken/],
])('%s is refused', async (_, picture, problem) => {
  expect(await problemOf(picture)).toMatch(problem);
});

test('the title is the name without its extension', () => {
  expect(titleOf({ name: 'Am Tisch.2.jpeg' })).toBe('Am Tisch.2');
  expect(titleOf({ name: '.png' })).toBe('Picture');
});

test('a copied text with a picture of it is pasted as text', () => {
  const data = (types: string[]) => ({ types, files: [file(png(1, 1))] });
  expect(picturesIn(data(['Files']))).toHaveLength(1);
  expect(picturesIn(data(['text/plain', 'text/html', 'Files']))).toHaveLength(0);
});
