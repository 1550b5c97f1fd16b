import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../data-dir/write-file-atomically.ts';

/** Stores a stream in a file that its owner alone may read, and that is there when it is whole and on the disk. */
export async function writePrivately(file: string, source: Readable, ...through: Transform[]): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  // A source may fail once more while it is put away; the pipeline has said by then why it ended.
  for (const stream of [source, ...through]) stream.on('error', () => {});
  try {
    await pipeline([source, ...through, createWriteStream(draft, { mode: 0o600, flush: true })]);
    renameSync(draft, file);
    syncFolder(dirname(file));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
