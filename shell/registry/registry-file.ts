import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '@ki/shared/process/lock.ts';
import { renameDurably, writeDurably } from './durable-file.ts';
import { ifThere } from './if-there.ts';
import { type Registry, registrySchema, SCHEMA } from './schema.ts';

export const EMPTY_REGISTRY: Registry = { schema: SCHEMA, remotes: {}, retired: {} };
const LOCK_WAIT_MS = 10_000;

export const registryPath = (dataDir: string) => path.join(dataDir, 'registry.json');

/** A copy of the last registry that a shell of this machine found good: what it serves from beside a broken one. */
export const lastGoodPath = (dataDir: string) => path.join(dataDir, 'registry.last-good.json');

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** A registry from a file or from elsewhere. Throws with what is wrong, and where in the document. */
export function checkedRegistry(file: string, document: unknown): Registry {
  const number = (document as { schema?: unknown } | null)?.schema;
  if (typeof number === 'number' && number !== SCHEMA) {
    throw new Error(`${file} has schema ${number}; expected ${SCHEMA}, the one that this platform reads`);
  }
  const parsed = registrySchema.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new Error(`${file} is not a registry: ${place}${issue?.message ?? 'unknown'}`);
}

/** A file's registry, `null` when there is no such file; a broken one throws with the reason. */
export async function readRegistryFile(file: string): Promise<Registry | null> {
  const text = await ifThere(readFile(file, 'utf8'));
  return text === null ? null : checkedRegistry(file, parseJson(file, text));
}

/** Reads the registry; a missing one is empty, a broken one throws with the reason. */
export const readRegistry = async (dataDir: string): Promise<Registry> =>
  (await readRegistryFile(registryPath(dataDir))) ?? EMPTY_REGISTRY;

/** Reads the registry as a shell does, for which a missing one is no registry: with 404 it would tell crawlers that all pages are gone. */
export async function requireRegistry(dataDir: string): Promise<Registry> {
  const registry = await readRegistryFile(registryPath(dataDir));
  if (!registry) throw new Error(`${registryPath(dataDir)} is missing; it comes with the first promotion`);
  return registry;
}

/** The last registry that was good, `null` when there was none. */
export const readLastGood = (dataDir: string): Promise<Registry | null> =>
  readRegistryFile(lastGoodPath(dataDir)).catch(() => null);

/** Keeps a good registry for a time when the file is not. */
export const keepLastGood = (dataDir: string, registry: Registry): Promise<void> =>
  writeDurably(lastGoodPath(dataDir), textOf(registry));

const textOf = (registry: Registry) => `${JSON.stringify(registry, null, 2)}\n`;

/** Throws when a registry must not be written: an address with two owners, for one. */
export function assertRegistry(registry: Registry): void {
  const parsed = registrySchema.safeParse(registry);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
}

async function writeRegistry(dataDir: string, registry: Registry): Promise<void> {
  assertRegistry(registry);
  await writeDurably(registryPath(dataDir), textOf(registry));
}

/**
 * Changes the registry under a lock and in one step: readers see the old document or the new one. A change that hands
 * back what it got writes nothing.
 */
export function updateRegistry(
  dataDir: string,
  change: (registry: Registry) => Registry | Promise<Registry>,
): Promise<Registry> {
  return withLock(`${registryPath(dataDir)}.lock`, LOCK_WAIT_MS, async () => {
    const registry = await readRegistry(dataDir);
    const changed = await change(registry);
    if (changed !== registry) await writeRegistry(dataDir, changed);
    return changed;
  });
}

/**
 * Gives a registry that cannot be read its last good content again, and keeps the broken file beside it. Resolves with
 * what was wrong, `null` when nothing was. Throws that when there is no good one to go back to.
 */
export function mendRegistry(dataDir: string): Promise<string | null> {
  const file = registryPath(dataDir);
  return withLock(`${file}.lock`, LOCK_WAIT_MS, async () => {
    try {
      await readRegistryFile(file);
      return null;
    } catch (error) {
      const lastGood = await readLastGood(dataDir);
      if (!lastGood) throw error;
      const aside = `registry.broken-${new Date().toISOString().replaceAll(':', '-')}.json`;
      await renameDurably(file, path.join(dataDir, aside));
      await writeRegistry(dataDir, lastGood);
      return `${error instanceof Error ? error.message : error}; the last good one is back, the broken one is ${aside}`;
    }
  });
}
