import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { shellService } from '../../scripts/services.ts';
import { findFreePorts } from '../../shared/process/free-port.ts';
import { answers, descendants, ownPlace, startDirectly, untilGone } from '../../shared/testing/started-platform.ts';
import { until } from '../../shared/testing/until.ts';
import { registryOf } from '../platform/own-registry.ts';
import { copyPublished } from '../platform/running-platform.ts';
import { ADMINISTRATOR } from '../platform/sign-in.ts';
import { cuttableBackend } from './cuttable-backend.ts';

/** Never the data and accounts of the developer. */
const OWN_BACKEND = { DATABASE_URL: '', SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' };

interface Announced {
  readonly url: string;
  readonly key: string;
}

/** A shell beside a started platform, with a data folder, a port and a token of its own. */
async function startFurtherShell(SHELL_TOKEN: string, supabase: Announced) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'further-shell-'));
  const port = await findFreePorts(1);
  const { command, args, env } = shellService({ port, dataDir }, supabase);
  const child = spawn(command, args, { env: { ...env, AUTH_RATE_LIMIT: '0', SHELL_TOKEN }, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until('the further shell serves', () => answers(`${url}/healthz`));
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A platform with a backend of its own, and a second shell whose connection to the backend can be cut. */
export async function startTwoShells() {
  const place = await ownPlace();
  const { dataDir } = place;
  await copyPublished(dataDir);
  const started = startDirectly({ ...place.environment, ...OWN_BACKEND });
  await started.untilPrinted(/^ready/m);
  const announced = JSON.parse(await readFile(path.join(dataDir, 'backend.json'), 'utf8')) as Announced;
  const line = await cuttableBackend(announced.url);
  const token = await (await registryOf(dataDir)).createToken(null, [], null);
  const away = await startFurtherShell(token, { ...announced, url: line.url });

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
