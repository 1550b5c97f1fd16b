import { cp } from 'node:fs/promises';
import path from 'node:path';

/** `DATA_DIR` of the platform under test. */
export function dataDirOfPlatform(): string {
  const dataDir = process.env.DATA_DIR;
  if (!dataDir) throw new Error('DATA_DIR of the running platform must be set');
  return dataDir;
}

/** Gives a data folder what the platform under test published, and what is live of it where that stands in a file. */
export async function copyPublished(dataDir: string): Promise<void> {
  for (const part of process.env.REGISTRY === 'database' ? ['store'] : ['store', 'registry.json']) {
    await cp(path.join(dataDirOfPlatform(), part), path.join(dataDir, part), { recursive: true });
  }
}
