import { accessOf } from './database/access.ts';
import { databaseRegistry } from './database/database-registry.ts';
import { fileRegistry } from './file-registry.ts';
import type { PlatformRegistry } from './platform-registry.ts';

/** The registry that `REGISTRY` asks for: a file in the data folder, or tables of the platform's database. */
export async function openRegistry(dataDir: string, environment: NodeJS.ProcessEnv): Promise<PlatformRegistry> {
  const kind = environment.REGISTRY || 'file';
  if (kind === 'file') return fileRegistry(dataDir);
  if (kind === 'database') return databaseRegistry(await accessOf(dataDir, environment));
  throw new Error(`REGISTRY is "${kind}"; expected file or database`);
}
