import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readWithNotes } from '../../../../testing/file-text.ts';
import { readFileText } from '../read-file-text.ts';
import { characterRuns } from './doc-format.ts';

/** Where the fixture has the stream `WordDocument`; in it, where the text begins, and its page of formatting. */
const STREAM = 4288;
/** As seen from there: the header, the sector table, the directory, the stream `1Table`. */
const HEADER = -STREAM;
const SECTORS = 512 - STREAM;
const DIRECTORY = 8192 - STREAM;
const TABLE = 2240 - STREAM;

const TEXT = 2048;
const PAGE = 5 * 512;

const TITLE = 'Übungen für Gespräche über KI';

/** Bytes by their place in the stream. */
type Change = readonly [at: number, bytes: readonly number[]];

async function docOf(...changes: readonly Change[]): Promise<File> {
  const file = await readFile(fileURLToPath(new URL('../fixtures/umlaute.doc', import.meta.url)));
  for (const [at, bytes] of changes) file.set(bytes, STREAM + at);
  return new File([new Uint8Array(file)], 'a.doc');
}

const uint32 = (number: number) => [0, 8, 16, 24].map((shift) => (number >> shift) & 0xff);
const at = (letter: number) => TEXT + 2 * letter;
const letter = (index: number, code: number) => [at(index), [code & 0xff, code >> 8]] as const;

/** A run of formatting from one letter to another, between two without any. */
const formatOf = (from: number, to: number, ...properties: number[]) =>
  [
    [PAGE, [at(0), at(from), at(to), at(142)].flatMap(uint32)],
    [PAGE + 16, [0, 32, 0]],
    [PAGE + 64, [properties.length, ...properties]],
    [PAGE + 511, [3]],
  ] as const;

test.each<[string, readonly Change[], string, string]>([
  ['a soft hyphen', [letter(3, 0x1f)], 'Übugen für Gespräche über KI', ''],
  ['a hyphen that does not break', [letter(7, 0x1e)], 'Übungen\u2011für Gespräche über KI', ''],
  ['a line break', [letter(7, 0x0b)], 'Übungen', ''],
  ['space between letters', [...formatOf(0, 7, 0x40, 0x88, 15, 0)], TITLE, ''],
  ['a deletion', [...formatOf(0, 8, 0x00, 0x08, 1)], 'für Gespräche über KI', ''],
  ['hidden letters', [...formatOf(8, 12, 0x35, 0x08, 1, 0x3c, 0x08, 1)], 'Übungen Gespräche über KI', 'hidden text'],
  ['letters that are shown', [...formatOf(8, 12, 0x3c, 0x08, 0)], TITLE, ''],
  ['a symbol', [...formatOf(7, 8, 0x09, 0x6a, 3, 0, 0xe8, 0xf0)], 'Übungenfür Gespräche über KI', '1 symbol'],
  ['a picture', [letter(7, 0x01)], 'Übungenfür Gespräche über KI', '1 picture'],
  ['a comment', [letter(7, 0x05)], 'Übungenfür Gespräche über KI', '1 comment'],
  ['a chain of sectors without an end', [[SECTORS + 14 * 4, uint32(3)]], TITLE, ''],
  ['a directory without an end', [[DIRECTORY + 6 * 128 + 68, uint32(4)]], TITLE, ''],
])('%s', async (_, changes, title, leftOut) => {
  const { text, notes } = await readWithNotes(await docOf(...changes));
  expect([text.split('\n')[0], notes]).toEqual([title, leftOut && `Left out: ${leftOut}.`]);
});

const DAMAGED = 'This is not a .doc file, or it is encrypted or damaged.';

const bytesOf = (...numbers: number[]) => numbers.flatMap(uint32);
const starts = Array.from({ length: 31 }, (_, index) => index * 142);
const PIECES: readonly Change[] = [
  [TABLE + 600, [2, ...bytesOf(4 + 12 * 30, ...starts)]],
  [TABLE + 729, Array.from({ length: 30 }, () => [0, 0, ...uint32(TEXT), 0, 0]).flat()],
  [0x1a2, uint32(600)],
];
const RUNS: readonly Change[] = [
  [PAGE, bytesOf(0, 0xffffff, 0, 0xffffff)],
  [PAGE + 16, [32, 0, 32]],
  [PAGE + 64, [3, 0x00, 0x08, 1]],
  [PAGE + 511, [3]],
];
const TOO_LARGE: readonly Change[] = [
  [HEADER + 44, uint32(1_000)],
  [HEADER + 68, bytesOf(0, 0x7fffffff)],
];
const WORD_95 = 'This file is of Word 95 or older. Please open it in Word and save it as .docx.';

test.each<[string, readonly Change[], string]>([
  ['of Word 95', [[2, [104, 0]]], WORD_95],
  ['larger by its own account', TOO_LARGE, DAMAGED],
  ['of pieces that overlap', PIECES, DAMAGED],
  ['of runs that overlap', RUNS, DAMAGED],
  ['encrypted', [[11, [0x13]]], 'This Word file is encrypted. Please remove its password first.'],
])('a file is refused that is %s', async (_, changes, message) => {
  await expect(readFileText(await docOf(...changes))).rejects.toThrow(message);
});

test('a page of formatting counts once, however often it is named', () => {
  const [word, table] = [Buffer.alloc(1024), Buffer.alloc(4 + 8 * 1_000)];
  word.writeUInt32LE(table.length, 0xfe);
  for (let index = 0; index < 1_000; index += 1) table.writeUInt32LE(1, 4 * (1_001 + index));
  word[1023] = 3;
  expect([...characterRuns(word, table)]).toHaveLength(3);
});
