import { expect, test } from 'vitest';
import { filesIn } from './files-in-transfer.ts';

const file = (name: string) => new File(['bytes'], name);

interface Copied {
  readonly types?: Readonly<Record<string, string>>;
  readonly names?: readonly string[];
}

const taken = ({ types = {}, names = ['image.png'] }: Copied) =>
  filesIn({ files: names.map(file), getData: (type) => types[type] ?? '' }).length;

const IMAGE = '<meta charset="utf-8"><img src="https://seite.example/a.png?b=1&amp;c=2" alt="Ein Bild">';

/** Texts that programs copy beside files. */
test.each<readonly [string, Copied]>([
  ['the picture of a screenshot', {}],
  ['a file of the Finder', { names: ['Foto.png'], types: { 'text/plain': 'Foto.png' } }],
  ['a file of the Finder that hides extensions', { names: ['Foto.png'], types: { 'text/plain': 'Foto' } }],
  ['a file with an umlaut of a Mac', { names: ['Größe.png'], types: { 'text/plain': 'Größe.png'.normalize('NFD') } }],
  ['several files of the Finder', { names: ['a.png', 'b.jpg'], types: { 'text/plain': 'a.png\rb.jpg' } }],
  ['a path of GNOME', { names: ['Foto 1.png'], types: { 'text/plain': '/home/ada/Bilder/Foto 1.png' } }],
  [
    'addresses of GNOME',
    { names: ['a.png'], types: { 'text/plain': 'x-special/nautilus-clipboard\ncopy\nfile:///home/ada/a.png\n' } },
  ],
  ['a path of Windows', { names: ['Foto.png'], types: { 'text/plain': 'C:\\Bilder\\Foto.png' } }],
  [
    'an address of Dolphin',
    {
      names: ['ä b.png'],
      types: { 'text/plain': 'file:///home/ada/%C3%A4%20b.png', 'text/uri-list': 'file:///home/ada/%C3%A4%20b.png' },
    },
  ],
  ['a picture of a page', { types: { 'text/html': IMAGE } }],
  [
    'a picture of a page with its address',
    { types: { 'text/html': IMAGE, 'text/plain': 'https://seite.example/a.png?b=1&c=2' } },
  ],
  [
    'a picture that is dragged out of a page',
    { types: { 'text/uri-list': 'https://seite.example/a.png', 'text/plain': 'https://seite.example/a.png' } },
  ],
  [
    'a picture alone of Word',
    {
      types: {
        'text/html':
          '<html><head><title>x</title><style>p{}</style></head><body><!--StartFragment--><img src="file:///C:/a.png">&nbsp;<!--EndFragment--></body></html>',
        'text/rtf': '{\\rtf1}',
        'text/plain': ' \r\n',
      },
    },
  ],
])('%s is taken as files', (_, copied) => {
  expect(taken(copied)).toBe(copied.names?.length ?? 1);
});

test.each<readonly [string, Copied]>([
  [
    'a text of Word',
    { types: { 'text/plain': 'Guten Tag', 'text/html': '<p>Guten <b>Tag</b></p>', 'text/rtf': '{\\rtf1 Guten Tag}' } },
  ],
  [
    'a word of Word that is the name of its picture',
    { types: { 'text/plain': 'image', 'text/rtf': '{\\rtf1 image}' } },
  ],
  ['cells of Excel', { types: { 'text/plain': '1\t2\r\n3\t4', 'text/html': '<table><tr><td>1</td></tr></table>' } }],
  ['one cell with a number', { types: { 'text/plain': '12' } }],
  [
    'a text of Google Docs without a plain form',
    { types: { 'text/html': '<b id="docs-internal-guid-1"><span>Guten Tag</span></b>' } },
  ],
  ['an address beside a picture of something else', { types: { 'text/plain': 'https://seite.example/' } }],
  ['a sentence with the name of the file', { names: ['Foto.png'], types: { 'text/plain': 'Siehe Foto.png' } }],
])('%s is taken as text', (_, copied) => {
  expect(taken(copied)).toBe(0);
});
