import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Has the system write what it holds of a file, or of a folder's list of names, to the disk. */
async function sync(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts a text in the place of a file: after a crash or a power cut there is the old content or the new one, whole. */
export async function writeDurably(file: string, text: string): Promise<void> {
  // One of its own for each writer: two of one process would write into each other's.
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeWhole(draft, text);
    await renameDurably(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Gives a file or a folder its name, for good. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await sync(path.dirname(to));
}

/** Has everything in a folder written to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) await sync(path.join(entry.parentPath, entry.name));
  await sync(folder);
}
