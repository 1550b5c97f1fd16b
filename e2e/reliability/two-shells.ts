import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { descendants, ownPlace, startDirectly, untilGone } from '../../shared/testing/started-platform.ts';
import { startFurtherShell } from '../platform/further-shell.ts';
import { registryOf } from '../platform/own-registry.ts';
import { copyPublished } from '../platform/running-platform.ts';
import { ADMINISTRATOR } from '../platform/sign-in.ts';
import { startFaultyBackend } from './faulty-backend.ts';

/** Never the data and accounts of the developer. */
const OWN_BACKEND = { DATABASE_URL: '', SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' };

interface Announced {
  readonly url: string;
  readonly key: string;
}

/** A platform with a backend of its own, and a second shell whose connection to the backend can be cut. */
export async function startTwoShells() {
  const place = await ownPlace();
  const { dataDir } = place;
  await copyPublished(dataDir);
  const started = startDirectly({ ...place.environment, ...OWN_BACKEND });
  await started.untilPrinted(/^ready/m);
  const announced = JSON.parse(await readFile(path.join(dataDir, 'backend.json'), 'utf8')) as Announced;
  const line = await startFaultyBackend(announced.url);
  const token = await (await registryOf(dataDir)).createToken(null, [], null);
  const away = await startFurtherShell({ token, supabase: { ...announced, url: line.url } });

  return {
    dataDir,
    url: `http://127.0.0.1:${place.port}`,
    away: away.url,
    line,
    /** A client that is signed in as the administrator. */
    async editor(): Promise<SupabaseClient> {
      const options = { auth: { persistSession: false, autoRefreshToken: false } };
      const client = createClient(announced.url, announced.key, options);
      const { error } = await client.auth.signInWithPassword(ADMINISTRATOR);
      if (error) throw error;
      return client;
    },
    async stop(): Promise<void> {
      await away.stop();
      await line.close();
      const all = descendants(started.pid);
      started.child.kill('SIGTERM');
      await started.ended;
      await untilGone(all);
      place.remove();
    },
  };
}

export type TwoShells = Awaited<ReturnType<typeof startTwoShells>>;
