import { cp } from 'node:fs/promises';
import path from 'node:path';

/** `DATA_DIR` of the platform under test. */
export function dataDirOfPlatform(): string {
  const dataDir = process.env.DATA_DIR;
  if (!dataDir) throw new Error('DATA_DIR of the running platform must be set');
  return dataDir;
}

/** Copies the published files of a platform, by default the one under test, to a data folder. */
export const copyPublished = (dataDir: string, from = dataDirOfPlatform()): Promise<void> =>
  cp(path.join(from, 'store'), path.join(dataDir, 'store'), { recursive: true });
