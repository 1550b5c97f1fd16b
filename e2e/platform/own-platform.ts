import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { shellService } from '../../scripts/services.ts';
import { findFreePorts } from '../../shared/testing/free-ports.ts';
import { until } from '../../shared/testing/until.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import { FIRST_REMOTES } from '../../shell/registry/addresses.ts';
import type { PlatformRegistry } from '../../shell/registry/registry.ts';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { provideGenerations } from '../fixtures/given-suite.ts';
import { fillRegistry, keepCopy, type OwnRegistry, untilInForce } from './own-registry.ts';
import { copyPublished, dataDirOfPlatform } from './running-platform.ts';
import { ADMINISTRATOR } from './sign-in.ts';

/** Ports of the shell, its remotes, and one further remote. */
const PORTS = FIRST_REMOTES.length + 2;
const NODE = path.join(ROOT, 'node_modules', '.bin', 'node');

/** A second shell with its own asset servers, backend and registry, on a copy of the running platform's store. */
export interface OwnPlatform extends Pick<OwnRegistry, 'backend' | 'registry' | 'forget'> {
  readonly url: string;
  /** Has the shell's copy of the registry and a copy of the store, which a test may damage. */
  readonly dataDir: string;
  /** Environment with which `pnpm remote` acts on it as an operator. */
  readonly environment: Readonly<Record<string, string>>;
  /** Waits until the shell has the current registry. */
  readonly inForce: () => Promise<void>;
  readonly hold: (remote: string) => Promise<void>;
  /** Serves the files of a remote of the registry. */
  readonly release: (remote: string) => Promise<void>;
  /** Starts the shell of another tree in place of its own, with the same data folder. */
  readonly deployShell: (root: string) => Promise<void>;
  /** A client that is signed in as the demo administrator. */
  readonly editor: () => Promise<SupabaseClient>;
  /** The output of its servers. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.on('exit', () => resolve()));
}

const isAnswering = async (url: string) => ((await fetch(url).catch(() => null))?.status ?? 500) < 500;
const untilAnswering = (url: string) => until(`${url} answers`, () => isAnswering(url));

/** Reads the port of a remote, and waits for one that is about to be live. */
async function portOffsetOf(registry: PlatformRegistry, remote: string): Promise<number> {
  let offset: number | undefined;
  await until(`${remote} is in the registry`, async () => {
    const { remotes, pending } = await registry.read();
    offset = remotes[remote]?.portOffset ?? pending[remote];
    return Boolean(offset);
  });
  return offset ?? 0;
}

interface Source {
  /** `DATA_DIR` of the running platform, which is the default. */
  readonly dataDir?: string;
  /** A new one by default. */
  readonly backend?: TestBackend;
  /** The backend's address for the shell, by default its own. */
  readonly supabaseUrl?: string;
  /** Added to the shell's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Options of Node.js for the shell. */
  readonly nodeArgs?: readonly string[];
  /** Runs before anything starts on the data folder. */
  readonly prepare?: (dataDir: string) => Promise<unknown>;
}

export async function startOwnPlatform(source: Source = {}): Promise<OwnPlatform> {
  const from = source.dataDir ?? dataDirOfPlatform();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platform-'));
  await copyPublished(dataDir, from);
  await provideGenerations(dataDir);
  await source.prepare?.(dataDir);
  const { backend: given } = source;
  const own = await fillRegistry(given ?? (await startTestBackend()), from);
  const { access, registry, backend, forget } = own;
  await keepCopy(dataDir, own);
  const port = await findFreePorts(PORTS);
  const url = `http://127.0.0.1:${port}`;
  const running = new Map<string, ChildProcess>();

  let log = '';
  const run = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(NODE, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (log += String(data)));
    running.set(name, child);
  };
  const end = async (name: string) => {
    const child = running.get(name);
    child?.kill('SIGKILL');
    if (child) await ended(child);
    running.delete(name);
  };
  /** One process serves all remotes until a test holds one. From then on each has a process of its own. */
  const ALL = 'all remotes';
  const serve = (name: string, ...only: readonly string[]) =>
    run(name, ['scripts/start/asset-server.ts', dataDir, path.join(dataDir, 'store'), String(port), ...only]);
  const release = async (remote: string) => {
    if (!running.has(ALL)) serve(remote, remote);
    await untilAnswering(`http://127.0.0.1:${port + (await portOffsetOf(registry, remote))}/`);
  };
  const hold = async (remote: string) => {
    if (!running.has(ALL)) return end(remote);
    await end(ALL);
    await Promise.all(FIRST_REMOTES.filter((other) => other !== remote).map(release));
  };

  serve(ALL);
  await Promise.all(FIRST_REMOTES.map(release));
  const supabase = { ...access.supabase, ...(source.supabaseUrl && { url: source.supabaseUrl }) };
  const shell = shellService({ port, dataDir }, supabase);
  const runShell = async (root = ROOT) => {
    run('shell', [...(source.nodeArgs ?? []), ...shell.args.map((arg) => arg.replace(ROOT, root))], {
      ...shell.env,
      SHELL_TOKEN: own.shellToken,
      // All readers of a test have one address.
      AUTH_RATE_LIMIT: '0',
      ...source.environment,
    });
    await untilAnswering(`${url}/healthz`);
  };
  await runShell();

  return {
    url,
    dataDir,
    backend,
    registry,
    forget,
    environment: {
      DATA_DIR: dataDir,
      SUPABASE_URL: access.supabase.url,
      SUPABASE_PUBLISHABLE_KEY: access.supabase.key,
      REMOTE_TOKEN: access.token,
      TRUSTED_KEYS: 'none',
    },
    inForce: () => untilInForce(dataDir, own),
    async editor() {
      const options = { auth: { persistSession: false, autoRefreshToken: false } };
      const client = createClient(backend.url, backend.publishableKey, options);
      const { error } = await client.auth.signInWithPassword(ADMINISTRATOR);
      if (error) throw error;
      return client;
    },
    log: () => log,
    hold,
    release,
    async deployShell(root) {
      await end('shell');
      await runShell(root);
    },
    async stop() {
      await Promise.all([...running.keys()].map(end));
      if (!given) await backend.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
