import { readFileSync } from 'node:fs';
import { readAuthSettings } from '../configuration.ts';
import { keysFrom, newSecret } from '../keys.ts';
import { createLite } from '../lite/lite.ts';
import { logNothing } from '../log.ts';
import type { OpenDatabase } from './database.ts';

export const bootstrapScript = readFileSync(new URL('./bootstrap.sql', import.meta.url), 'utf8');

export async function bootstrap({ database, passwords }: Pick<OpenDatabase, 'database' | 'passwords'>): Promise<void> {
  await database.execute(bootstrapScript);
  // A hash in hexadecimal digits needs no quoting.
  for (const { role, password } of passwords) await database.execute(`alter role ${role} password '${password}'`);
}

export async function createSystem(opened: OpenDatabase): Promise<void> {
  const keys = await keysFrom(newSecret());
  await createLite(opened.connections, { keys, log: logNothing, auth: readAuthSettings() }).createSystemSchemas();
  await bootstrap(opened);
}
