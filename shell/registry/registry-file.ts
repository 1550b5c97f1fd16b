import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from './if-there.ts';
import { withLock } from './lock.ts';
import { type Registry, registrySchema, SCHEMA } from './schema.ts';

const EMPTY: Registry = { schema: SCHEMA, remotes: {}, retired: {} };
const LOCK_WAIT_MS = 10_000;

export const registryPath = (dataDir: string) => path.join(dataDir, 'registry.json');

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** Throws with what is wrong, and where in the document. */
function checked(file: string, document: unknown): Registry {
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

/** Reads the registry; a missing one is empty, a broken one throws with the reason. */
export async function readRegistry(dataDir: string): Promise<Registry> {
  const file = registryPath(dataDir);
  const text = await ifThere(readFile(file, 'utf8'));
  return text === null ? EMPTY : checked(file, parseJson(file, text));
}

/** Throws when a registry must not be written: an address with two owners, for one. */
export function assertRegistry(registry: Registry): void {
  const parsed = registrySchema.safeParse(registry);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
}

async function writeRegistry(dataDir: string, registry: Registry): Promise<void> {
  assertRegistry(registry);
  const file = registryPath(dataDir);
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(registry, null, 2)}\n`);
  await rename(draft, file);
}

/** Changes the registry under a lock and in one step: readers see the old document or the new one. */
export function updateRegistry(dataDir: string, change: (registry: Registry) => Registry): Promise<Registry> {
  return withLock(`${registryPath(dataDir)}.lock`, LOCK_WAIT_MS, async () => {
    const changed = change(await readRegistry(dataDir));
    await writeRegistry(dataDir, changed);
    return changed;
  });
}
