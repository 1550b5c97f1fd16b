import { expect, test, vi } from 'vitest';
import { checkPicture, titleOf } from './check-picture.ts';

/** A PNG's signature and header, which say its size, and the begin of its data. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.set([0, 0, 0, 99, 0x49, 0x44, 0x41, 0x54], 33);
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
  expect(await checkPicture(file(png(3, 2), 'foto.jpg', 'image/jpeg'))).toEqual({ type: 'image/png', note: null });
  expect(await problemOf(file(png(10_000, 5_000)))).toBeNull();
});

const NONE = /^It is no picture.+Expected PNG, JPEG, GIF, WebP or AVIF\.$/;
const large = (head: BlobPart) => new File([head, new Uint8Array(20_000_000)], 'a.png');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';

test.each([
  ['a text', file('Kein Bild', 'notiz.png'), NONE],
  ['an SVG', file(SVG, 'a.svg', 'image/svg+xml'), /^It is an SVG, which can run programs\. Export it as PNG\.$/],
  ['a PDF', file('%PDF-1.7'.padEnd(99), 'bild.png'), /^It is a PDF\./],
  ['a PDF of more than 20 MB', large('%PDF-1.7'), /^It is a PDF\./],
  ['nothing', file(''), /^The file is empty\.$/],
  ['more than 20 MB', large(png(3, 2)), /^It has 20\.0 MB\. Expected at most 20/],
  ['more than 50 megapixels', file(png(10_000, 5_001)), /^It has 10000 × 5001 pixels\. Expected at most 50/],
  ['a picture that is wider than its sizes can be', file(png(20_001, 1)), /^It has 20001 × 1 pixels/],
  ['a picture without data', file(png(3, 2).slice(0, 33)), /^It is not whole\.$/],
])('%s is refused', async (_, picture, problem) => {
  expect(await problemOf(picture)).toMatch(problem);
});

test('a folder that is dropped, or a file that is gone meanwhile, says that it cannot be read', async () => {
  const folder = file('', 'Ordner');
  folder.arrayBuffer = () => Promise.reject(new DOMException('A requested file could not be found', 'NotFoundError'));
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  expect(await problemOf(folder)).toMatch(/^It cannot be read\. If it is a folder, /);
  expect(logged).toHaveBeenCalledWith('picture:', expect.objectContaining({ name: 'NotFoundError' }));
});

test.each([
  ['Am Tisch.2.jpeg', 'Am Tisch.2'],
  ['.png', 'Picture'],
  ['Am\n\tTisch\u202Egnp\u0007.jpg', 'Am Tischgnp'],
  ['Gro\u0308\u00dfe.png', 'Gr\u00f6\u00dfe'],
])('the title of %j is %s', (name, title) => expect(titleOf({ name })).toBe(title));

test('an animation whose frames cannot be kept says so', async () => {
  const control = [0, 0, 0, 8, 0x61, 0x63, 0x54, 0x4c, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0];
  const animated = [png(3, 2).slice(0, 33), Uint8Array.from(control), png(3, 2).slice(33)];
  const checked = await checkPicture(new File(animated, 'tanz.png'));
  expect(checked).toMatchObject({ type: 'image/png', note: expect.stringMatching(/^Only the first frame is shown\./) });
});
