import { once } from 'node:events';
import { createReadStream, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { writeDurably } from '@ki/shared/process/files.ts';
import { type Extract, extract, pack } from 'tar-stream';
import { z } from 'zod';
import type { InBulk } from '../database/database.ts';
import { contentsSchema, type OnUnmade, type Snapshot, type Table, writeSnapshot } from './snapshot.ts';

const headerSchema = z.object({
  format: z.literal(1),
  created: z.string(),
  contents: contentsSchema,
});

export const HEADER = 'backup.json';
const rowsPrefix = (table: number) => `database/${table}/`;
export const FILES = 'files/';
/** The last entry; a backup without it is incomplete. */
export const END = 'complete';

type NewEntry = readonly [name: string, content: Uint8Array | string];

const PART = 4 * 1024 * 1024;

export function writeBackup(file: string, dataDir: string, inBulk: InBulk, onUnmade?: OnUnmade): Promise<void> {
  const streams = (snapshot: Snapshot) => [archived(entriesOf(snapshot, dataDir)), createGzip()] as const;
  return writeSnapshot(file, inBulk, streams, onUnmade);
}

async function* entriesOf(snapshot: Snapshot, dataDir: string): AsyncIterable<NewEntry> {
  const header = { format: 1, created: new Date().toISOString(), contents: snapshot.contents };
  yield [HEADER, JSON.stringify(header)];
  for (const [index, table] of snapshot.contents.tables.entries()) {
    let part = 0;
    for await (const content of inParts(snapshot.rowsOf(table))) yield [`${rowsPrefix(index)}${part++}`, content];
  }
  for (const file of storedFiles(dataDir)) yield [`${FILES}${file}`, readFileSync(join(dataDir, file))];
  yield [END, ''];
}

async function* inParts(rows: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let collected: Uint8Array[] = [];
  let size = 0;
  for await (const row of rows) {
    collected.push(row);
    size += row.length;
    if (size < PART) continue;
    yield Buffer.concat(collected);
    collected = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(collected);
}

async function* archived(entries: AsyncIterable<NewEntry>): AsyncIterable<unknown> {
  const archive = pack();
  const filled = (async () => {
    for await (const [name, content] of entries)
      await once(archive.entry({ name, mode: 0o600 }, Buffer.from(content)), 'close');
    archive.finalize();
  })();
  filled.catch((error) => archive.destroy(error));
  yield* archive;
  await filled;
}

/** Database clusters (their rows are copied), backups, temporary files, and the files of a running process. */
const LEFT_OUT = /^(postgres|pglite-original|backups|backend\.(lock|pid|json)|restoring$)|\.(tmp|lock)$/;

function storedFiles(dataDir: string, folder = ''): string[] {
  return readdirSync(join(dataDir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (LEFT_OUT.test(path)) return [];
    if (entry.isDirectory()) return storedFiles(dataDir, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Rows can be read once, in the order of the tables, and files after them. */
export async function openBackup(file: string) {
  const entries = entriesIn(file);
  let entry = (await entries.next()).value;
  const header = headerSchema.safeParse(entry?.header.name === HEADER ? await json(entry).catch(() => null) : null);
  if (!header.success) throw new Error(`${file} is no backup of this platform`);
  const { contents } = header.data;
  const advance = async () => {
    entry = (await entries.next()).value;
  };
  async function* rowsOf(table: Table) {
    const prefix = rowsPrefix(contents.tables.indexOf(table));
    for (; entry?.header.name.startsWith(prefix); await advance()) yield await buffer(entry);
  }
  await advance();
  return {
    snapshot: { contents, rowsOf },
    writeFiles: async (dataDir: string) => {
      for (; entry?.header.name !== END; await advance()) {
        if (!entry) throw new Error(`${file} is not whole`);
        await writeFile(dataDir, entry);
      }
    },
  };
}

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

function entriesIn(file: string): AsyncIterator<Entry, undefined> {
  const archive = extract();
  const fail = (cause: Error) => archive.destroy(new Error(`${file} cannot be read: ${cause.message}`, { cause }));
  createReadStream(file).on('error', fail).pipe(createGunzip()).on('error', fail).pipe(archive);
  return archive[Symbol.asyncIterator]();
}

async function writeFile(dataDir: string, entry: Entry): Promise<void> {
  const { name } = entry.header;
  const path = name.slice(FILES.length);
  const isInside =
    name.startsWith(FILES) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isInside) throw new Error(`the entry "${name}" belongs into no backup`);
  const target = join(dataDir, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  await writeDurably(target, await buffer(entry));
}
