import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ifThere, writeJson } from '@ki/shared/process/files.ts';
import { z } from 'zod';
import { areWanted, NO_KEYS } from './provenance/keys.ts';
import { type Memory, trustedPart } from './provenance/trusted-part.ts';
import type { SiteConfig } from './registry.ts';
import { checkedDocument, type Registry, type RegistryDocument, type Release, releaseSchema } from './schema.ts';

/** The shell's copy of the last valid registry: it serves from it while the database does not respond. */
export const lastGoodPath = (dataDir: string) => path.join(dataDir, 'registry.last-good.json');

export async function readLastGood(dataDir: string): Promise<RegistryDocument | null> {
  const file = lastGoodPath(dataDir);
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === null) return null;
  try {
    return checkedDocument(file, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`${file} is not JSON: ${error.message}`);
  }
}

export const keepLastGood = (dataDir: string, document: RegistryDocument): Promise<void> =>
  writeJson(lastGoodPath(dataDir), document);

const number = z.int().nonnegative();
const memorySchema = z.record(
  z.string(),
  z.object({
    number,
    live: releaseSchema.nullable(),
    before: releaseSchema.nullable(),
    revoked: z.record(z.string(), number),
  }),
);

/** The highest signed numbers that this shell served as live. Deleting it makes the shell start without a memory. */
export const memoryPath = (dataDir: string) => path.join(dataDir, 'registry.memory.json');

/** `null` without a file. Throws when the file has another form. */
async function readMemory(dataDir: string): Promise<Memory | null> {
  const file = memoryPath(dataDir);
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === null) return null;
  try {
    return memorySchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is damaged; expected the signed numbers that this shell wrote, or no file`);
  }
}

/** The releases that this shell served before keys were trusted, by its own copy of the registry. */
async function servedBefore(dataDir: string): Promise<Readonly<Record<string, Release>>> {
  const document = await readLastGood(dataDir).catch(() => null);
  return Object.fromEntries(Object.entries(document?.remotes ?? {}).map(([name, { live }]) => [name, live]));
}

function reportStart(memory: Memory): void {
  const numbers = Object.entries(memory).map(([name, { number }]) => `${name} ${number}`);
  console.warn(`without a memory of signed numbers, the highest of the registry count: ${numbers.join(', ')}`);
}

/** The part of each registry that the keys allow, with a memory in `DATA_DIR` that is kept before it is in force. */
export function trustWithMemory({ dataDir, trustedKeys = NO_KEYS }: SiteConfig) {
  let memory: Memory | null = null;

  return async (registry: Registry): Promise<Pick<ReturnType<typeof trustedPart>, 'registry' | 'refused'>> => {
    if (!areWanted(trustedKeys)) return { registry, refused: [] };
    const known = memory ?? (await readMemory(dataDir));
    const trusted = trustedPart(registry, trustedKeys, known ?? {}, known ? {} : await servedBefore(dataDir));
    if (!isDeepStrictEqual(known, trusted.memory)) await writeJson(memoryPath(dataDir), trusted.memory);
    if (!known) reportStart(trusted.memory);
    memory = trusted.memory;
    return trusted;
  };
}
