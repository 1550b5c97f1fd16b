import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { descendants, ownPlace, startDirectly, untilGone } from '../../scripts/started-platform.ts';
import { startOwnPlatform } from '../platform/own-platform.ts';
import { copyPublished } from '../platform/running-platform.ts';
import { ADMINISTRATOR } from '../platform/sign-in.ts';
import { connectionTo } from './cut-connection.ts';

/** Whoever runs the tests has other data, which is not to be written to. */
const OWN_BACKEND = { DATABASE_URL: '', SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' };

interface Announced {
  readonly url: string;
  readonly key: string;
  readonly changes: { readonly port: number; readonly secret: string };
}

/** The published code, a backend of its own, its shell, and another one that hears of changes over a line that can be cut. */
export async function startTwoShells() {
  const place = await ownPlace();
  const { dataDir } = place;
  await copyPublished(dataDir);
  const started = startDirectly({ ...place.environment, ...OWN_BACKEND });
  await started.untilPrinted(/^ready/m);
  const announced = JSON.parse(await readFile(path.join(dataDir, 'backend.json'), 'utf8')) as Announced;
  const line = await connectionTo(announced.changes.port);
  const away = await startOwnPlatform({ dataDir });
  const throughLine = { ...announced, changes: { ...announced.changes, port: line.port } };
  await writeFile(path.join(away.dataDir, 'backend.json'), JSON.stringify(throughLine));

  return {
    dataDir,
    url: `http://127.0.0.1:${place.port}`,
    away: away.url,
    line,
    /** Signed in as the administrator. */
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
