import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { InBulk } from '../database/bulk.ts';
import type { Snapshot } from '../snapshot/contents.ts';
import type { OnUnmade } from '../snapshot/made-tables.ts';
import { withSnapshot } from '../snapshot/take.ts';
import { END, FILES, HEADER, type Header, rowsEntry } from './format.ts';
import { keptFiles } from './kept-files.ts';
import { writePrivately } from './write-privately.ts';

interface Entry {
  name: string;
  content: Uint8Array | string;
}

const PART = 4 * 1024 * 1024;

/** Writes everything that a data directory and its database hold at this moment into one file. */
export function writeBackup(file: string, dataDir: string, inBulk: InBulk, onUnmade?: OnUnmade): Promise<void> {
  const write = (snapshot: Snapshot) =>
    writePrivately(file, Readable.from(archived(entriesOf(snapshot, dataDir)), { objectMode: false }), createGzip());
  return withSnapshot(inBulk, write, onUnmade);
}

async function* entriesOf(snapshot: Snapshot, dataDir: string): AsyncIterable<Entry> {
  const header: Header = { format: 1, created: new Date().toISOString(), contents: snapshot.contents };
  yield { name: HEADER, content: JSON.stringify(header) };
  for (const [index, table] of snapshot.contents.tables.entries()) {
    let part = 0;
    for await (const content of inParts(snapshot.rowsOf(table))) yield { name: rowsEntry(index, part++), content };
  }
  for (const file of keptFiles(dataDir)) yield { name: `${FILES}${file}`, content: readFileSync(join(dataDir, file)) };
  yield { name: END, content: '' };
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

/** The bytes of a tar archive. */
async function* archived(entries: AsyncIterable<Entry>): AsyncIterable<unknown> {
  const archive = pack();
  const filled = (async () => {
    for await (const { name, content } of entries) {
      const bytes = Buffer.from(content);
      await new Promise<void>((resolve, reject) => {
        const entry = archive.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
          error ? reject(error) : resolve(),
        );
        entry.on('error', reject);
      });
    }
    archive.finalize();
  })();
  filled.catch((error) => archive.destroy(error));
  yield* archive;
  await filled;
}
