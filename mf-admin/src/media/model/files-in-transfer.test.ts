import { expect, test } from 'vitest';
import { filesIn } from './files-in-transfer.ts';

const file = (name: string) => new File(['bytes'], name);

/** Texts that programs copy beside files, by their types. */
type Texts = Readonly<Record<string, string>>;

const taken = (types: Texts, names: readonly string[]) =>
  filesIn({ files: names.map(file), getData: (type) => types[type] ?? '' }).length;
const plain = (text: string) => ({ 'text/plain': text });
const html = (text: string) => ({ 'text/html': text });
const link = (text: string) => ({ 'text/plain': text, 'text/uri-list': text });

/** As browsers name what has no name. */
const IMAGE_FILE = ['image.png'];
const IMAGE = '<meta charset="utf-8"><img src="https://seite.example/a.png?b=1&amp;c=2" alt="Ein Bild">';
const WORD_IMAGE =
  '<html><head><title>x</title><style>p{}</style></head><body><!--StartFragment--><img src="file:///C:/a.png">&nbsp;<!--EndFragment--></body></html>';
const NAUTILUS = 'x-special/nautilus-clipboard\ncopy\nfile:///home/ada/a.png\n';

test.each<readonly [string, Texts, readonly string[]]>([
  ['the picture of a screenshot', {}, IMAGE_FILE],
  ['a file of the Finder', plain('Foto.png'), ['Foto.png']],
  ['a file of the Finder that hides extensions', plain('Foto'), ['Foto.png']],
  ['a file with an umlaut of a Mac', plain('Größe.png'.normalize('NFD')), ['Größe.png']],
  ['several files of the Finder', plain('a.png\rb.jpg'), ['a.png', 'b.jpg']],
  ['a path of GNOME', plain('/home/ada/Bilder/Foto 1.png'), ['Foto 1.png']],
  ['addresses of GNOME', plain(NAUTILUS), ['a.png']],
  ['a path of Windows', plain('C:\\Bilder\\Foto.png'), ['Foto.png']],
  ['an address of Dolphin', link('file:///home/ada/%C3%A4%20b.png'), ['ä b.png']],
  ['a picture of a page', html(IMAGE), IMAGE_FILE],
  [
    'a picture of a page with its address',
    { ...html(IMAGE), ...plain('https://seite.example/a.png?b=1&c=2') },
    IMAGE_FILE,
  ],
  ['a picture that is dragged out of a page', link('https://seite.example/a.png'), IMAGE_FILE],
  ['a picture alone of Word', { ...html(WORD_IMAGE), ...plain(' \r\n'), 'text/rtf': '{\\rtf1}' }, IMAGE_FILE],
])('%s is taken as files', (_, texts, names) => {
  expect(taken(texts, names)).toBe(names.length);
});

const WORD = { ...plain('Guten Tag'), ...html('<p>Guten <b>Tag</b></p>'), 'text/rtf': '{\\rtf1 Guten Tag}' };

test.each<readonly [string, Texts, readonly string[]]>([
  ['a text of Word', WORD, IMAGE_FILE],
  ['a word of Word that is the name of its picture', { ...plain('image'), 'text/rtf': '{\\rtf1 image}' }, IMAGE_FILE],
  ['cells of Excel', { ...plain('1\t2\r\n3\t4'), ...html('<table><tr><td>1</td></tr></table>') }, IMAGE_FILE],
  ['one cell with a number', plain('12'), IMAGE_FILE],
  ['a text of Google Docs alone', html('<b id="docs-internal-guid-1"><span>Guten Tag</span></b>'), IMAGE_FILE],
  ['an address beside a picture of something else', plain('https://seite.example/'), IMAGE_FILE],
  ['a sentence with the name of the file', plain('Siehe Foto.png'), ['Foto.png']],
])('%s is taken as text', (_, texts, names) => {
  expect(taken(texts, names)).toBe(0);
});
