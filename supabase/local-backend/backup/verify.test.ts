import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Change, changedBackup } from '../fixtures/changed-backup.ts';
import { platformData } from '../fixtures/platform-data.ts';
import { END, FILES, HEADER } from './archive.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const given = platformData('all');

const temporary = mkdtempSync(join(tmpdir(), 'verify-'));
// As root the database server is another account's.
chmodSync(temporary, 0o755);
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const fileNamed = (name: string) => join(given().directory, name);
const backup = () => fileNamed('backup.tar.gz');

beforeAll(async () => {
  const { boot, data, dataDir, shutDown } = given();
  const backend = await boot();
  await backend.database.execute("insert into notes (body, tags) values ('one', 'true'), ('two\nlines', null)");
  mkdirSync(join(dataDir, 'store'));
  writeFileSync(join(dataDir, 'store', 'main.js'), 'code');
  expect((await data(['backup', backup()])).code).toBe(0);
  await shutDown(backend);
});

/** Writes a faulty copy of a backup. */
type Fault = (source: string, copy: string) => unknown;

const changed = (
  ...changes: readonly (readonly [wanted: string | RegExp, change: (content: string) => string])[]
): Fault => {
  const isWanted = (name: string, wanted: string | RegExp) =>
    typeof wanted === 'string' ? name === wanted : wanted.test(name);
  const all: Change = (name, content) =>
    changes.reduce((text, [wanted, change]) => (isWanted(name, wanted) ? change(text) : text), content);
  return (source, copy) => changedBackup(source, copy, all);
};
const damaged =
  (damage: (bytes: Buffer) => string | Uint8Array): Fault =>
  (source, copy) =>
    writeFileSync(copy, damage(readFileSync(source)));

const ROWS = /^database\//;
const withoutHashes = [END, () => ''] as const;
const replaced = (part: string | RegExp, text: string | RegExp, other: string) =>
  [part, (content: string) => content.replace(text, other)] as const;
const otherValue = changed(replaced(ROWS, '\tone\t', '\tOne\t'));
const rowLess = changed(replaced(ROWS, /^.*\tone\t.*\n/m, ''));
const otherTable = changed(replaced(END, '"public.notes"', '"public.others"'));
/** The database stores the value as it was. */
const otherForm = changed(replaced(ROWS, '\ttrue\t', '\ttrue \t'), withoutHashes);
const otherFile = changed(replaced(`${FILES}store/main.js`, 'code', 'edoc'));
const otherMigration = changed(replaced(HEADER, 'length(body) <= 40', 'length(body) <= 41'));
const replacedMigrations = changed(replaced(HEADER, /"version":"\d+"/, '"version":"20261101080000"'));
const flippedByte = damaged((bytes) => bytes.with(bytes.length >> 1, ~(bytes[bytes.length >> 1] ?? 0)));
/** Without compression a damaged byte is one letter of a name. */
const otherLetter = damaged((bytes) => {
  const plain = gzipSync(gunzipSync(bytes), { level: 0 });
  plain.write('N', plain.indexOf('public.notes') + 'public.'.length);
  return plain;
});

const NAMED = /^[^\n]*wrong\.tar\.gz/;
const OLD = /wrong\.tar\.gz is of a version of the platform before 8e5b85fd.*Start commit 8e5b85fd once with it/;

test.each<[verb: 'verify' | 'restore', what: string, fault: Fault, message: RegExp]>([
  ['verify', 'has another value', otherValue, /^public\.notes differs: 2 rows with the hash .*; saved were 2 rows/],
  ['restore', 'has another value', otherValue, /^public\.notes differs: /],
  ['verify', 'has a row less', rowLess, /^public\.notes differs: 1 rows .*; saved were 2 rows/],
  ['verify', 'has no rows of a table', otherTable, /^public\.notes differs: .*; saved were none$/],
  ['verify', 'has a value in another form, and no hashes', otherForm, /^public\.notes differs: 2 rows .*were 2 rows/],
  [
    'verify',
    'has another file',
    otherFile,
    /was changed: its entry "files\/store\/main\.js" differs from what was saved$/,
  ],
  ['verify', 'has another migration', otherMigration, /was changed: its entry "backup\.json" differs/],
  ['verify', 'has half of its hashes', changed([END, (end) => end.slice(0, 20)]), /is not whole$/],
  ['verify', 'is of the replaced migrations', replacedMigrations, OLD],
  ['restore', 'is of the replaced migrations', replacedMigrations, OLD],
  ['verify', 'is cut in the middle', damaged((bytes) => bytes.subarray(0, bytes.length / 2)), NAMED],
  ['restore', 'is cut near its end', damaged((bytes) => bytes.subarray(0, bytes.length * 0.9)), NAMED],
  ['verify', 'has a flipped byte', flippedByte, NAMED],
  ['verify', 'has another letter', otherLetter, NAMED],
  ['verify', 'is no backup', damaged(() => 'something else'), NAMED],
  ['restore', 'is no backup', damaged(() => 'something else'), NAMED],
  ['verify', 'is missing', () => {}, NAMED],
  ['restore', 'is missing', () => {}, NAMED],
])('%s refuses a file that %s in one line, and leaves nothing', async (verb, _what, fault, message) => {
  const [wrong, target] = [fileNamed('wrong.tar.gz'), fileNamed('target')];
  rmSync(wrong, { force: true });
  await fault(backup(), wrong);
  const { code, out, said } = await given().data([verb, wrong], { DATA_DIR: target, TMPDIR: temporary });
  expect([code, out]).toEqual([1, '']);
  expect(said.trim()).toMatch(message);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect([readdirSync(temporary), existsSync(target) ? readdirSync(target) : []]).toEqual([[], []]);
});

test('a backup without hashes is verified, with a line that says so', async () => {
  const file = fileNamed('old.tar.gz');
  await changed(withoutHashes)(backup(), file);
  const old = `${file} is of an earlier version and has no hashes`;
  const out = `${old}: the restored rows were compared with those in the file alone\nverified ${file}\n`;
  expect(await given().data(['verify', file])).toEqual({ code: 0, out, said: '' });
});

test('a restore refuses a folder that is not empty', async () => {
  const { data, dataDir } = given();
  const said = `${dataDir} is not empty; expected an empty folder, or none\n`;
  expect(await data(['restore', backup()])).toEqual({ code: 1, out: '', said });
});
