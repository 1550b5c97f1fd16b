import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { drawnText } from '@ki/shared/metadata/share-picture.ts';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);

/** The characters of a font, from its table cmap of 32 bits. */
function charactersOf(weight: string): Set<number> {
  const font = readFileSync(require.resolve(`@expo-google-fonts/source-serif-4/${weight}`));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, table) => 12 + 16 * table);
  const cmap = font.readUInt32BE((tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0) + 8);
  const parts = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, part) =>
    font.readUInt32BE(cmap + 8 + 8 * part),
  );
  const wide = cmap + (parts.find((at) => font.readUInt16BE(cmap + at) === 12) ?? 0);
  const found = new Set<number>();
  for (let group = 0; group < font.readUInt32BE(wide + 12); group += 1) {
    const at = wide + 16 + 12 * group;
    for (let code = font.readUInt32BE(at); code <= font.readUInt32BE(at + 4); code += 1) found.add(code);
  }
  return found;
}

test('a card draws each character that its font has, and no other', () => {
  const [regular, bold] = [
    charactersOf('400Regular/SourceSerif4_400Regular.ttf'),
    charactersOf('600SemiBold/SourceSerif4_600SemiBold.ttf'),
  ];
  expect(regular.size).toBeGreaterThan(900);
  const wrong: string[] = [];
  for (let code = 0x21; code <= 0x1_ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    // Blanks are tidied; what is composed otherwise is drawn in its other form.
    if (/\s|\p{Cs}/u.test(letter) || letter.normalize('NFC') !== letter) continue;
    const isDrawn = drawnText(`x${letter}x`) === `x${letter}x`;
    if (isDrawn !== (regular.has(code) && bold.has(code))) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});
