import { readFileSync } from 'node:fs';
import type { Database } from './database.ts';

export const bootstrapScript = readFileSync(new URL('./bootstrap.sql', import.meta.url), 'utf8');

/** Gives a database what a Supabase project has before its first migration. The schema `auth` must be there. */
export function bootstrap(database: Database): Promise<void> {
  return database.execute(bootstrapScript);
}
