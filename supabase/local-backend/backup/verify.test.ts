import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { folderOfFile } from '@ki/shared/testing/folder.ts';
import { extract, pack } from 'tar-stream';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { migrationsDir } from '../fixtures/backend.ts';
import { platformData } from '../fixtures/platform-data.ts';
import { bootTestBackend } from '../fixtures/test-backend.ts';
import { END, FILES, HEADER, openBackup, writeBackup } from './archive.ts';
import { restore, verify } from './restore.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const given = platformData('all');
const temporary = folderOfFile();
// As root the database server is another account's.
chmodSync(temporary, 0o755);

const fileNamed = (name: string) => join(given().directory, name);
const backup = () => fileNamed('backup.tar.gz');

beforeAll(async () => {
  const { dataDir } = given();
  const { database, inBulk, close } = await bootTestBackend({ migrationsDir, seed: false });
  await database.execute("insert into notes (body, tags) values ('one', 'true'), ('two\nlines', null)");
  mkdirSync(join(dataDir, 'store'), { recursive: true });
  writeFileSync(join(dataDir, 'store', 'main.js'), 'code');
  await writeBackup(backup(), dataDir, inBulk);
  await close();
});

/** Writes a faulty copy of a backup. */
type Fault = (source: string, copy: string) => unknown;
type Change = readonly [wanted: string | RegExp, change: (content: string) => string];

/** Other content in some entries. */
const changed =
  (...changes: readonly Change[]): Fault =>
  async (source, copy) => {
    const archive = pack();
    const written = pipeline(archive, createGzip(), createWriteStream(copy));
    for await (const entry of createReadStream(source).pipe(createGunzip()).pipe(extract())) {
      const { name } = entry.header;
      const wanted = changes.filter(([one]) => (typeof one === 'string' ? name === one : one.test(name)));
      const content = (await buffer(entry)).toString();
      archive.entry(
        { name },
        wanted.reduce((text, [, change]) => change(text), content),
      );
    }
    archive.finalize();
    await written;
  };
const damaged =
  (damage: (bytes: Buffer) => string | Uint8Array): Fault =>
  (source, copy) =>
    writeFileSync(copy, damage(readFileSync(source)));

const ROWS = /^database\//;
const withoutHashes: Change = [END, () => ''];
const replaced = (part: string | RegExp, text: string | RegExp, other: string): Change => [
  part,
  (content) => content.replace(text, other),
];
const otherValue = changed(replaced(ROWS, '\tone\t', '\tOne\t'));
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

/** Reads a backup to its end, as a restore does, and writes its files. */
async function readThrough(file: string): Promise<unknown> {
  const { snapshot, writeFiles } = await openBackup(file);
  for (const table of snapshot.contents.tables) for await (const _ of snapshot.rowsOf(table));
  return writeFiles(fileNamed('files'));
}

test.each<[what: string, fault: Fault, message: RegExp]>([
  ['another file', otherFile, /was changed: its entry "files\/store\/main\.js" differs from what was saved$/],
  ['another migration', otherMigration, /was changed: its entry "backup\.json" differs/],
  ['half of its hashes', changed([END, (end) => end.slice(0, 20)]), /is not whole$/],
  ['half of its bytes', damaged((bytes) => bytes.subarray(0, bytes.length / 2)), NAMED],
  ['its end cut off', damaged((bytes) => bytes.subarray(0, bytes.length * 0.9)), NAMED],
  ['a flipped byte', flippedByte, NAMED],
  ['another letter', otherLetter, NAMED],
  ['other content', damaged(() => 'something else'), NAMED],
])('a file that has %s is refused', async (_what, fault, message) => {
  const wrong = fileNamed('wrong.tar.gz');
  await fault(backup(), wrong);
  await expect(readThrough(wrong)).rejects.toThrow(message);
});

/** Hashes of rows are at the end, when they are stored already. */
test.each<[what: string, fault: Fault, message: RegExp]>([
  ['another value', otherValue, /^public\.notes differs: 2 rows with the hash .*; saved were 2 rows/],
  ['no hash of a table', otherTable, /^public\.notes differs: .*; saved were none$/],
  ['replaced migrations', replacedMigrations, OLD],
])('a restore of a file that has %s leaves nothing', async (_what, fault, message) => {
  const [wrong, target] = [fileNamed('wrong.tar.gz'), fileNamed('target')];
  await fault(backup(), wrong);
  await expect(restore(wrong, target)).rejects.toThrow(message);
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
});

test('a check compares what the database stored with the backup, and leaves nothing', async () => {
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const wrong = fileNamed('wrong.tar.gz');
  await otherForm(backup(), wrong);
  await expect(verify(wrong)).rejects.toThrow(/^public\.notes differs: 2 rows .*were 2 rows/);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a backup without hashes is verified, with a line that says so', async () => {
  const file = fileNamed('old.tar.gz');
  await changed(withoutHashes)(backup(), file);
  const old = `${file} is of an earlier version and has no hashes`;
  const out = `${old}: the restored rows were compared with those in the file alone\nverified ${file}\n`;
  expect(await given().data(['verify', file])).toEqual({ code: 0, out, said: '' });
});

test('a restore refuses a folder that is not empty', async () => {
  const { dataDir } = given();
  const refusal = `${dataDir} is not empty; expected an empty folder, or none`;
  await expect(restore(backup(), dataDir)).rejects.toThrow(refusal);
});
