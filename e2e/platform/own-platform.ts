import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePorts } from '../../scripts/lib/ports.mjs';
import { shellService } from '../../scripts/lib/services.mjs';
import { FIRST_REMOTES } from '../../shell/registry/first-remotes.mjs';
import type { PlatformRegistry } from '../../shell/registry/platform-registry.ts';
import { type OwnRegistry, startOwnRegistry } from './own-registry.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
/** The shell, its remotes, and one more. */
const PORTS = FIRST_REMOTES.length + 2;
const NODE = path.join(ROOT, 'node_modules', '.bin', 'node');

/** A second shell with remotes and a registry of its own, on the published code of the running platform. */
export interface OwnPlatform extends Pick<OwnRegistry, 'moves' | 'forget'> {
  readonly url: string;
  /** Folder with a copy of registry and store, free to be damaged. */
  readonly dataDir: string;
  readonly hold: (remote: string) => Promise<void>;
  /** Serves a remote of the registry's. */
  readonly release: (remote: string) => Promise<void>;
  /** What its servers have written so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.on('exit', () => resolve()));
}

async function untilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer && answer.status < 500) return;
    if (Date.now() > deadline) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits for one that is about to be live. */
async function slotOf(registry: PlatformRegistry, remote: string): Promise<number> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { remotes, coming } = await registry.read();
    const { slot } = remotes[remote] ?? coming?.[remote] ?? {};
    if (slot) return slot;
    if (Date.now() > deadline) throw new Error(`${remote} is not in the registry`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Source {
  /** `DATA_DIR` of the running platform. */
  readonly dataDir: string;
  /** Without it the address in the data folder's `backend.json` is used. */
  readonly supabaseUrl?: string;
  /** More of the shell's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Options of Node.js for the shell. */
  readonly nodeArgs?: readonly string[];
}

export async function startOwnPlatform(source: Source): Promise<OwnPlatform> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platform-'));
  await cp(path.join(source.dataDir, 'store'), path.join(dataDir, 'store'), { recursive: true });
  const registry = await startOwnRegistry(source.dataDir, dataDir);
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
  const release = async (remote: string) => {
    const own = port + (await slotOf(registry.moves, remote));
    run(remote, ['shell/cli/serve.ts', dataDir, path.join(dataDir, 'store'), String(port), remote]);
    await untilAnswering(`http://127.0.0.1:${own}/`);
  };

  await Promise.all(FIRST_REMOTES.map(release));
  const supabase = { ...registry.supabase, ...(source.supabaseUrl && { url: source.supabaseUrl }) };
  const shell = shellService({ port, dataDir }, supabase);
  run('shell', [...(source.nodeArgs ?? []), ...shell.args], { ...shell.env, ...source.environment });
  await untilAnswering(`${url}/healthz`);

  return {
    url,
    dataDir,
    moves: registry.moves,
    forget: registry.forget,
    log: () => log,
    hold: end,
    release,
    async stop() {
      await Promise.all([...running.keys()].map(end));
      await registry.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
