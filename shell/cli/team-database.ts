import { accessOf } from '../registry/database/access.ts';
import type { DatabaseAccess } from '../registry/database/call.ts';

/** The database that knows teams and tokens. Throws where the registry is a file, to which whoever can write may ship. */
export function teamDatabase(dataDir: string): Promise<DatabaseAccess> {
  if (process.env.REGISTRY === 'database') return accessOf(dataDir, process.env);
  throw new Error('teams and tokens are of a registry in the database; expected REGISTRY=database');
}

/** Names separated by commas. */
export const listFrom = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
    : [];
