import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { writeDurably } from './durable-file.ts';
import { summed, withoutFailing } from './failing-canaries.ts';
import { updateRegistry } from './registry-file.ts';
import { type VersionCounts, versionCountsSchema } from './version-counts.ts';

const fileIn = (dataDir: string) => path.join(dataDir, 'version-counts.json');

/** What was counted so far. Counts that cannot be read are begun anew: they are no reason to stop anything. */
export async function readCounts(dataDir: string): Promise<readonly VersionCounts[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '[]');
  return versionCountsSchema.catch([]).parse(await new Response(text).json().catch(() => []));
}

/** Adds to what is counted in a data folder, and takes canaries of its registry back that fail by it. */
export async function addCounts(dataDir: string, counts: readonly VersionCounts[]): Promise<void> {
  await updateRegistry(dataDir, async (registry) => {
    const sums = summed(registry, [...(await readCounts(dataDir)), ...counts]);
    await writeDurably(fileIn(dataDir), JSON.stringify(sums));
    return withoutFailing(registry, sums);
  });
}
