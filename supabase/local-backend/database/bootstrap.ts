import { readFileSync } from 'node:fs';
import { keysFrom, newSecret } from '../keys.ts';
import { createLite } from '../lite/lite.ts';
import { logNothing } from '../log.ts';
import type { Database, OpenDatabase } from './database.ts';

export const bootstrapScript = readFileSync(new URL('./bootstrap.sql', import.meta.url), 'utf8');

export function bootstrap(database: Database): Promise<void> {
  return database.execute(bootstrapScript);
}

export async function createSystem({ connection, database }: OpenDatabase): Promise<void> {
  await createLite(connection, await keysFrom(newSecret()), logNothing).createSystemSchemas();
  await bootstrap(database);
}
