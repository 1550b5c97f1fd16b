import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Flushes a file or folder to the disk; renames in a synced folder survive a power cut. */
export async function sync(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file atomically: after a power cut it has the old content or the new one, whole. Other accounts of the
 * machine cannot read it: what a platform stores has keys, addresses and secrets in it.
 */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  // Two writers of one process must not share a draft.
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    await renameDurably(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await sync(path.dirname(to));
}

export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) await sync(path.join(entry.parentPath, entry.name));
  await sync(folder);
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Replaces a JSON file as `writeDurably` does, in a folder that may not be there yet. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeDurably(file, `${JSON.stringify(value, null, 2)}\n`);
}
