import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { RUNTIME_FILE } from '@ki/shared/federation/runtime.ts';
import { ifThere, renameDurably, syncFolder } from '@ki/shared/process/files.ts';
import { z } from 'zod';
import { contentName } from '../../registry/store/content.ts';

const SHELL = path.join(import.meta.dirname, '..', '..');

/** The build of this shell, and the runtimes that an image has of the shell before it. */
const OWN = path.join(SHELL, 'dist');
const COPIED = path.join(SHELL, 'runtimes');

/** A copy takes a second; one as old as this was cut off. */
const DRAFT_MS = 60 * 60_000;

const infoSchema = z.object({ contract: z.int().positive(), singletons: z.record(z.string(), z.string()) });

/** A generation's runtime in a folder, which is never changed. See docs/decisions/0099. */
export interface RuntimeFolder extends z.infer<typeof infoSchema> {
  readonly folder: string;
  /** Milliseconds since 1970, by its file of information, whose time copies keep. */
  readonly builtAt: number;
}

export const runtimesIn = (dataDir: string) => path.join(dataDir, 'runtimes');

/** `null` where no runtime is; throws for one that is not whole. */
async function readRuntime(folder: string): Promise<RuntimeFolder | null> {
  const file = path.join(folder, RUNTIME_FILE);
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === null) return null;
  const { mtimeMs: builtAt } = await stat(file);
  return { ...infoSchema.parse(JSON.parse(text)), folder, builtAt };
}

export async function ownRuntime(): Promise<RuntimeFolder> {
  const own = await readRuntime(OWN);
  if (!own) throw new Error(`${OWN} holds no build of the shell; expected one, by pnpm build`);
  return own;
}

function leaveOut(folder: string, error: unknown): null {
  const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
  console.error(`${folder} is left out, expected a whole runtime: ${why}`);
  return null;
}

/** One that is not whole, such as an operator's copy in progress, does not count. */
const wholeRuntime = (folder: string) =>
  readRuntime(folder).then(
    (one) => one ?? leaveOut(folder, `it has no ${RUNTIME_FILE}`),
    (error: unknown) => leaveOut(folder, error),
  );

/** The first runtime that can be used; `undefined` for none. A broken runtime of another shell is skipped with a line in the log. */
export async function firstUsable<Used>(
  runtimes: readonly RuntimeFolder[],
  use: (runtime: RuntimeFolder) => Promise<Used>,
): Promise<Used | undefined> {
  for (const runtime of runtimes) {
    const used = await use(runtime).catch((error: unknown) => leaveOut(runtime.folder, error));
    if (used !== null) return used;
  }
  return undefined;
}

/** A copy in progress has a name that begins with a dot. */
async function runtimesBelow(parent: string): Promise<readonly RuntimeFolder[]> {
  const read = ifThere(readdir(parent, { withFileTypes: true }));
  const entries = (await read.catch((error: unknown) => leaveOut(parent, error))) ?? [];
  const folders = entries.filter((entry) => !entry.isFile() && !entry.name.startsWith('.'));
  const found = await Promise.all(folders.map(({ name }) => wholeRuntime(path.join(parent, name))));
  return found.filter((one) => one !== null);
}

const keptRuntimes = (dataDir: string) => runtimesBelow(runtimesIn(dataDir));

/** The runtimes that shells have kept on this machine and that the image has, the newest build first. */
export async function foundRuntimes(dataDir: string, copied = COPIED): Promise<readonly RuntimeFolder[]> {
  const runtimes = [...(await keptRuntimes(dataDir)), ...(await runtimesBelow(copied))];
  return runtimes.sort((left, right) => right.builtAt - left.builtAt);
}

export const ofContract = (runtimes: readonly RuntimeFolder[], wanted: number): readonly RuntimeFolder[] =>
  runtimes.filter(({ contract }) => contract === wanted);

/** Removes copies that were cut off. */
async function removeDrafts(parent: string): Promise<void> {
  const drafts = (await readdir(parent)).filter((name) => /^\.\d/.test(name)).map((name) => path.join(parent, name));
  for (const draft of drafts) {
    const changed = (await ifThere(stat(draft)))?.mtimeMs ?? Date.now();
    if (changed < Date.now() - DRAFT_MS) await rm(draft, { recursive: true, force: true });
  }
}

async function copyTo(kept: string, own: RuntimeFolder): Promise<void> {
  const { dir, base } = path.parse(kept);
  // Another shell of this machine may be keeping the same build.
  const draft = path.join(dir, `.${base}-${randomUUID()}`);
  for (const part of ['web', 'server', RUNTIME_FILE])
    await cp(path.join(own.folder, part), path.join(draft, part), { recursive: true, preserveTimestamps: true });
  await syncFolder(draft);
  // One that is not whole may be there.
  await rm(kept, { recursive: true, force: true });
  await renameDurably(draft, kept);
}

/**
 * Keeps a copy of this shell's runtime for the shells after it, in place of earlier ones of its generation. A later one
 * stays: an operator's rebuild, which a shell that goes back to its build is to serve once it is upgraded again.
 */
export async function keepRuntime(dataDir: string, own: RuntimeFolder): Promise<void> {
  const parent = runtimesIn(dataDir);
  const kept = path.join(parent, await contentName(String(own.contract), own.folder));
  await mkdir(parent, { recursive: true });
  await removeDrafts(parent);
  const found = ofContract(await keptRuntimes(dataDir), own.contract);
  if (!found.some(({ folder }) => folder === kept)) await copyTo(kept, own);
  const earlier = found.filter(({ folder, builtAt }) => folder !== kept && builtAt < own.builtAt);
  for (const { folder } of earlier) await rm(folder, { recursive: true, force: true });
}

/** Removes what is kept of a generation; how many runtimes that were. */
export async function removeRuntimes(dataDir: string, contract: number): Promise<number> {
  const removed = ofContract(await keptRuntimes(dataDir), contract);
  for (const { folder } of removed) await rm(folder, { recursive: true, force: true });
  return removed.length;
}
