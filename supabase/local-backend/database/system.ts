import { keysFrom, newSecret } from '../keys.ts';
import { createLite } from '../lite.ts';
import { logNothing } from '../log.ts';
import { bootstrap } from './bootstrap.ts';
import type { OpenDatabase } from './open-database.ts';

/** Gives an empty database what a Supabase project has before its first migration. */
export async function createSystem({ connection, database }: OpenDatabase): Promise<void> {
  await createLite(connection, await keysFrom(newSecret()), logNothing).createSystemSchemas();
  await bootstrap(database);
}
