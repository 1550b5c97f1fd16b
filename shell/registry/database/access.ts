import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ifThere } from '../if-there.ts';
import type { DatabaseAccess } from './call.ts';

const announcementSchema = z.object({ url: z.url(), key: z.string() });

/** The token of the environment, or the operator's that an embedded backend keeps for who may read its data folder. */
async function tokenOf(dataDir: string, { REMOTE_TOKEN }: NodeJS.ProcessEnv): Promise<string> {
  const token = REMOTE_TOKEN || (await ifThere(readFile(path.join(dataDir, 'operator-token'), 'utf8')))?.trim();
  if (token) return token;
  throw new Error('REMOTE_TOKEN is not set; expected a token of this platform, since REGISTRY is "database"');
}

/** The database that the environment names, or that of the embedded backend that runs on the data folder. */
async function supabaseOf(dataDir: string, environment: NodeJS.ProcessEnv): Promise<DatabaseAccess['supabase']> {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = environment;
  if (url && key) return { url: url.replace(/\/$/, ''), key };
  const text = await ifThere(readFile(path.join(dataDir, 'backend.json'), 'utf8'));
  if (text) return announcementSchema.parse(JSON.parse(text));
  throw new Error(
    `REGISTRY is "database", but none is known; expected SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY, or a platform that runs on ${dataDir}`,
  );
}

/** Where a team's commands find the registry, and with which rights. Throws with what is missing. */
export const accessOf = async (dataDir: string, environment: NodeJS.ProcessEnv): Promise<DatabaseAccess> => ({
  supabase: await supabaseOf(dataDir, environment),
  token: await tokenOf(dataDir, environment),
});
