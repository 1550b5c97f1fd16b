import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const utf16 = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const unit = [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) % 256];
      return isLittle ? unit.toReversed() : unit;
    }),
  );

const ONE = '1 character could not be read; “�” is in its place.';
const TWO = '2 characters could not be read; “�” is in their places.';
const WINDOWS = 'The file was read as Windows-1252. Please look at umlauts.';
const MAC = 'The file was read as Mac Roman. Please look at umlauts.';
const TEXT = 'title;Übung für Łódź – „Größe“\r\n';
const [WRONG_BYTE, LONG] = [joined(utf8('Übung. '), bytes('\x96'), utf8(' Größe.')), 'Größe '.repeat(50)];

test.each([
  ['UTF-8', utf8(TEXT), TEXT, null],
  ['UTF-8 with a mark', joined(bytes('\xef\xbb\xbf'), utf8(TEXT)), TEXT, null],
  ['UTF-8 with a wrong byte', WRONG_BYTE, 'Übung. � Größe.', ONE],
  ['UTF-8 that ends in a letter', utf8('Übung für Maß').slice(0, -1), 'Übung für Ma�', ONE],
  ['UTF-8 with a disk’s zeros', joined(utf8(LONG), bytes('\0\0')), `${LONG}��`, TWO],
  ['UTF-16 with a mark', joined(bytes('\xff\xfe'), utf16(TEXT, true)), TEXT, null],
  ['UTF-16 with the other mark', joined(bytes('\xfe\xff'), utf16(TEXT, false)), TEXT, null],
  ['UTF-16 cut in a letter', joined(bytes('\xff\xfe'), utf16('Größe', true), bytes('a')), 'Größe�', ONE],
  ['UTF-16 without a mark', utf16(TEXT, true), TEXT, null],
  ['the other UTF-16 without a mark', utf16(TEXT, false), TEXT, null],
  ['Windows-1252', bytes('\xdcbung f\xfcr \x84Spa\xdf\x93'), 'Übung für „Spaß“', WINDOWS],
  ['Mac Roman', bytes('\x86bung f\x9fr Gr\x9a\xa7e'), 'Übung für Größe', MAC],
])('%s is decoded', (_, given, text, note) => {
  expect(decodeText(given)).toEqual({ text, note });
});

/** The same line as Excel writes it on each system. */
test.each([
  ['F\xfcr Kurse \x96 Teil 1;290 \x80', 'F\x9fr Kurse \xd0 Teil 1;290 \xdb', 'Für Kurse – Teil 1;290 €'],
  ['Preis \x80;290', 'Preis \xdb;290', 'Preis €;290'],
  ['\x84Gr\xfc\xdfe\x93 \x85', '\xe3Gr\x9f\xa7e\xd2 \xc9', '„Grüße“ …'],
  ['\x95 Ada\x92s \x91caf\xe9\x92', '\xa5 Ada\xd5s \xd4caf\x8e\xd5', '• Ada’s ‘café’'],
  ['\xd6ffnung, \xc4nderung', '\x85ffnung, \x80nderung', 'Öffnung, Änderung'],
  ['MEN\xdc \x96 t\xe4glich', 'MEN\x86 \xd0 t\x8aglich', 'MENÜ – täglich'],
  ['\xe0 la carte, gar\xe7on', '\x88 la carte, gar\x8don', 'à la carte, garçon'],
  ['\xabJa\xbb;10\xa0CHF', '\xc7Ja\xc8;10\xcaCHF', '«Ja»;10\u00A0CHF'],
])('%j and %j are %s', (windows, mac, text) => {
  expect(decodeText(bytes(windows))).toEqual({ text, note: WINDOWS });
  expect(decodeText(bytes(mac))).toEqual({ text, note: MAC });
});

test('Windows-1252 stays where either encoding is as likely', () => {
  expect(decodeText(bytes('Kurs \xb0')).text).toBe('Kurs °');
  expect(decodeText(bytes('Z\xfcrich, \x8ei\x9eek')).text).toBe('Zürich, Žižek');
});

test.each([
  ['a ZIP archive', bytes('PK\x03\x04\0\0')],
  ['zeros in both halves', bytes('\0\x01\x02\0')],
  ['controls of two bytes', bytes('\x01\0\x02\0')],
])('%s is no text', (_, given) => {
  expect(() => decodeText(given)).toThrow(/^This is no text file\. /);
});
