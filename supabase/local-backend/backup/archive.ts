import { once } from 'node:events';
import { createReadStream, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isBackupName } from '@ki/shared/process/backups.ts';
import { writeDurably } from '@ki/shared/process/files.ts';
import { type Extract, extract, pack } from 'tar-stream';
import { z } from 'zod';
import type { InBulk } from '../database/database.ts';
import { parseJson } from '../http/requests.ts';
import {
  contentsSchema,
  type Digest,
  digested,
  digestSchema,
  type OnUnmade,
  type Snapshot,
  sha256,
  type Table,
  writeSnapshot,
} from './snapshot.ts';

const headerSchema = z.object({ format: z.literal(1), created: z.string(), contents: contentsSchema });

export const HEADER = 'backup.json';
const rowsPrefix = (table: number) => `database/${table}/`;
export const FILES = 'files/';
/** The last entry; a backup without it is incomplete. Its content, empty in earlier backups, has the hashes. */
export const END = 'complete';

const hashesSchema = z.object({
  tables: z.record(z.string(), digestSchema),
  /** SHA-256 of the header and of each file, by the name of the entry. */
  entries: z.record(z.string(), z.string()),
});

type NewEntry = readonly [name: string, content: Uint8Array | string];

const PART = 4 * 1024 * 1024;

export function writeBackup(file: string, dataDir: string, inBulk: InBulk, onUnmade?: OnUnmade): Promise<void> {
  const streams = (snapshot: Snapshot) => [archived(entriesOf(snapshot, dataDir)), createGzip()] as const;
  return writeSnapshot(file, inBulk, streams, onUnmade);
}

async function* entriesOf(snapshot: Snapshot, dataDir: string): AsyncIterable<NewEntry> {
  const { contents } = snapshot;
  const tables: Record<string, Digest> = {};
  const entries: Record<string, string> = {};
  const hashed = (name: string, content: Uint8Array | string): NewEntry => {
    entries[name] = sha256(content);
    return [name, content];
  };
  yield hashed(HEADER, JSON.stringify({ format: 1, created: new Date().toISOString(), contents }));
  for (const [index, table] of contents.tables.entries()) {
    let part = 0;
    const { rows, digest } = digested(snapshot.rowsOf(table));
    for await (const content of inParts(rows)) yield [`${rowsPrefix(index)}${part++}`, content];
    tables[table.name] = digest();
  }
  for (const file of storedFiles(dataDir)) yield hashed(`${FILES}${file}`, readFileSync(join(dataDir, file)));
  yield [END, JSON.stringify({ tables, entries })];
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

/** Database clusters (their rows are copied), backups, temporary files, and the files of running processes. */
const LEFT_OUT =
  /^(postgres|pglite-original|backups|backend\.(lock|pid|json)|room\.json$|served-scripts$|restoring$)|\.(tmp|lock)$/;

function storedFiles(dataDir: string, folder = ''): string[] {
  return readdirSync(join(dataDir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (LEFT_OUT.test(path) || isBackupName(entry.name)) return [];
    if (entry.isDirectory()) return storedFiles(dataDir, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Rows can be read once, in the order of the tables, and files after them. */
export async function openBackup(file: string) {
  await requireIntact(file);
  const entries = entriesIn(file);
  let entry = (await entries.next()).value;
  const head = entry?.header.name === HEADER ? await buffer(entry) : '';
  const header = headerSchema.safeParse(parseJson(head.toString()));
  if (!header.success) throw new Error(`${file} is no backup of this platform`);
  const { contents } = header.data;
  const found: Record<string, string> = { [HEADER]: sha256(head) };
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
    /** Resolves with the digests of the tables as they were saved, if the backup has them. */
    writeFiles: async (dataDir: string) => {
      for (; entry?.header.name !== END; await advance()) {
        if (!entry) throw new Error(`${file} is not whole`);
        found[entry.header.name] = await writeFile(dataDir, entry);
      }
      const end = await buffer(entry);
      if (end.length === 0) return undefined;
      const { data: hashes } = hashesSchema.safeParse(parseJson(end.toString()));
      if (!hashes) throw new Error(`${file} is not whole`);
      const names = new Set([...Object.keys(found), ...Object.keys(hashes.entries)]);
      const changed = [...names].find((name) => found[name] !== hashes.entries[name]);
      if (changed) throw new Error(`${file} was changed: its entry "${changed}" differs from what was saved`);
      return hashes.tables;
    },
  };
}

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

const unreadable = (file: string, cause: Error) => new Error(`${file} cannot be read: ${cause.message}`, { cause });

/** The checksum of gzip comes last: until it is read, a damaged byte passes for another name or another row. */
async function requireIntact(file: string): Promise<void> {
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  await pipeline(createReadStream(file), createGunzip(), nowhere).catch((cause) => {
    throw unreadable(file, cause);
  });
}

function entriesIn(file: string): AsyncIterator<Entry, undefined> {
  const archive = extract();
  const fail = (cause: Error) => archive.destroy(unreadable(file, cause));
  createReadStream(file).on('error', fail).pipe(createGunzip()).on('error', fail).pipe(archive);
  return archive[Symbol.asyncIterator]();
}

/** Returns the hash of the file. */
async function writeFile(dataDir: string, entry: Entry): Promise<string> {
  const { name } = entry.header;
  const path = name.slice(FILES.length);
  const isInside =
    name.startsWith(FILES) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isInside) throw new Error(`the entry "${name}" belongs into no backup`);
  const target = join(dataDir, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const content = await buffer(entry);
  await writeDurably(target, content);
  return sha256(content);
}
