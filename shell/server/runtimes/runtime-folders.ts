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

const infoSchema = z.object({ contract: z.int().positive(), singletons: z.record(z.string(), z.string()) });

/** A generation's runtime in a folder, which is never changed. See docs/decisions/0099. */
export interface RuntimeFolder extends z.infer<typeof infoSchema> {
  readonly folder: string;
}

export const runtimesIn = (dataDir: string) => path.join(dataDir, 'runtimes');

/** `null` where no runtime is; throws for one that is not whole. */
async function readRuntime(folder: string): Promise<RuntimeFolder | null> {
  const text = await ifThere(readFile(path.join(folder, RUNTIME_FILE), 'utf8'));
  return text === null ? null : { ...infoSchema.parse(JSON.parse(text)), folder };
}

export async function ownRuntime(): Promise<RuntimeFolder> {
  const own = await readRuntime(OWN);
  if (!own) throw new Error(`${OWN} holds no build of the shell; expected one, by pnpm build`);
  return own;
}

const timeOf = async ({ folder }: RuntimeFolder) => (await stat(path.join(folder, RUNTIME_FILE))).mtimeMs;

/** The runtimes below a folder, newest first. A copy in progress has a name that begins with a dot. */
async function runtimesBelow(parent: string): Promise<readonly RuntimeFolder[]> {
  const names = ((await ifThere(readdir(parent))) ?? []).filter((name) => !name.startsWith('.'));
  const found = await Promise.all(names.map((name) => readRuntime(path.join(parent, name))));
  const runtimes = found.filter((one) => one !== null);
  const dated = await Promise.all(runtimes.map(async (one) => ({ one, time: await timeOf(one) })));
  return dated.sort((left, right) => right.time - left.time).map(({ one }) => one);
}

export const keptRuntimes = (dataDir: string): Promise<readonly RuntimeFolder[]> => runtimesBelow(runtimesIn(dataDir));

/** The runtime of this shell and, where it is kept, that of the generation before, newest generation first. */
export async function servedRuntimes(dataDir: string, own: RuntimeFolder): Promise<readonly RuntimeFolder[]> {
  const others = [...(await keptRuntimes(dataDir)), ...(await runtimesBelow(COPIED))];
  const before = others.find(({ contract }) => contract === own.contract - 1);
  return before ? [own, before] : [own];
}

/** Keeps a copy of this shell's runtime for the shells after it, in place of earlier ones of its generation. */
export async function keepRuntime(dataDir: string, own: RuntimeFolder): Promise<void> {
  const name = await contentName(String(own.contract), own.folder);
  const kept = path.join(runtimesIn(dataDir), name);
  await mkdir(runtimesIn(dataDir), { recursive: true });
  if (!(await readRuntime(kept))) {
    const draft = path.join(runtimesIn(dataDir), `.${name}`);
    await rm(draft, { recursive: true, force: true });
    for (const part of ['web', 'server', RUNTIME_FILE])
      await cp(path.join(own.folder, part), path.join(draft, part), { recursive: true });
    await syncFolder(draft);
    await renameDurably(draft, kept);
  }
  const earlier = (await keptRuntimes(dataDir)).filter((one) => one.contract === own.contract && one.folder !== kept);
  for (const { folder } of earlier) await rm(folder, { recursive: true, force: true });
}

/** Removes what is kept of a generation; how many runtimes that were. */
export async function removeRuntimes(dataDir: string, contract: number): Promise<number> {
  const removed = (await keptRuntimes(dataDir)).filter((one) => one.contract === contract);
  for (const { folder } of removed) await rm(folder, { recursive: true, force: true });
  return removed.length;
}
