import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAnswering, isLoopback } from '../shared/process/ports.ts';
import { withoutEmpty } from '../shared/process/settings.ts';
import { PINNED_NODE, ROOT } from './bootstrap.mjs';
import { run, withPinnedNode } from './processes.ts';
import type { Settings, Supabase } from './settings.ts';
import type { Service, Supervisor } from './supervisor.ts';
import { CommandError, printStatus } from './terminal.ts';

/** Variables for the backend and for publishing only. */
const NOT_FOR_OTHERS = /^(DATABASE_URL|REMOTE_TOKEN|ADMIN_EMAIL|PERPLEXITY_API_KEY|GEMINI_API_KEY|AWS_.*)$/;
export const DEMO_LOGIN = 'admin@example.com / lernen-mit-ki';
/** glibc returns large blocks to the system at once: each swap of a remote allocates some megabytes for a moment. */
const RETURN_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };
/** A small young generation: V8's own choice keeps some 60 MB. */
const SMALL = ['--max-semi-space-size=4'];
/** The shell collects garbage before its heap grows by more than 60 %; with 20 %, responses take half as long again. */
const COLLECT_EARLY = ['--heap-growing-percent=60'];
const NODE_ARGS = ['--disable-warning=ExperimentalWarning'];
/** Compiled code is cached: a start is sooner, and without TypeScript's parser a service takes some 15 MB less. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'node') };

const POLL_MS = 50;
const RESPONSE_TIMEOUT_MS = 5_000;

const environment = (): NodeJS.ProcessEnv => ({
  ...COMPILE_CACHE,
  ...RETURN_MEMORY,
  ...withoutEmpty(withPinnedNode()),
});

const publicEnvironment = () =>
  Object.fromEntries(Object.entries(environment()).filter(([name]) => !NOT_FOR_OTHERS.test(name)));

/** The tokens that the embedded platform made for its shell. */
function shellTokens(dataDir: string): NodeJS.ProcessEnv {
  const stored = ['shell', 'pictures', 'sources'].flatMap((kind) => {
    const file = path.join(dataDir, `${kind}-token`);
    return existsSync(file) ? [[`${kind.toUpperCase()}_TOKEN`, readFileSync(file, 'utf8').trim()]] : [];
  });
  return Object.fromEntries(stored);
}

const node = (script: string, args: readonly string[] = [], nodeArgs: readonly string[] = []) => ({
  command: PINNED_NODE,
  args: [...nodeArgs, ...NODE_ARGS, path.join(ROOT, script), ...args],
});

function backendService({ port, supabasePort, dataDir }: Settings): Service {
  const { SITE_URL, TRUSTED_PROXIES = '' } = environment();
  const own = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const origins = SITE_URL ? [...own, new URL(SITE_URL).origin] : own;
  return {
    ...node('supabase/local-backend/main.ts', [], SMALL),
    name: 'backend',
    port: supabasePort,
    env: {
      ...environment(),
      SUPABASE_PORT: String(supabasePort),
      DATA_DIR: dataDir,
      SITE_ORIGINS: origins.join(','),
      // The shell forwards browsers' requests to it, with their addresses.
      ...(SITE_URL && !isLoopback(SITE_URL) && { TRUSTED_PROXIES: `${TRUSTED_PROXIES},127.0.0.1` }),
    },
  };
}

/** A bucket serves itself. */
const isBucket = () => environment().STORE?.startsWith('s3://') ?? false;

/** The store of `STORE_URL`, to which a proxy leads. */
export const servedStore = ({ port }: Pick<Settings, 'port'>): string | undefined =>
  environment().STORE_URL && !isBucket() ? `http://127.0.0.1:${port + 1}` : undefined;

export function assetService({ port, dataDir }: Settings): Service {
  const { STORE, STORE_URL } = environment();
  const store = STORE && !isBucket() ? path.resolve(ROOT, STORE) : path.join(dataDir, 'store');
  const program = node('scripts/start/asset-server.ts', [dataDir, store, String(port)], SMALL);
  return { ...program, name: 'assets', env: { ...publicEnvironment(), STORE_URL: isBucket() ? undefined : STORE_URL } };
}

export function shellService(
  { port, dataDir }: Pick<Settings, 'port' | 'dataDir'>,
  { url, key }: Supabase,
  more: NodeJS.ProcessEnv = {},
) {
  return {
    ...node('shell/server/main.ts', [], [...SMALL, ...COLLECT_EARLY]),
    name: 'shell',
    port,
    isFront: true,
    env: {
      ...shellTokens(dataDir),
      ...publicEnvironment(),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...more,
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: key,
    },
  } satisfies Service;
}

export function developmentService(
  app: string,
  port: number,
  environments: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Service {
  const chosen = environments.flatMap((name) => ['--environment', name]);
  const args = ['dev', '--log-level', 'warn', '--port', String(port), ...chosen];
  return {
    ...node(`${app}/node_modules/@rsbuild/core/bin/rsbuild.js`, args),
    cwd: path.join(ROOT, app),
    name: app,
    port,
    env: { ...publicEnvironment(), ...more, NODE_ENV: 'development' },
  };
}

function readAnnouncement(dataDir: string): (Supabase & { readonly isDemo?: boolean }) | null {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'backend.json'), 'utf8'));
  } catch {
    return null;
  }
}

export async function runningBackend({ supabasePort, dataDir }: Settings): Promise<Supabase | null> {
  if (!(await isAnswering(supabasePort))) return null;
  const announced = readAnnouncement(dataDir);
  if (announced?.url.endsWith(`:${supabasePort}`)) return announced;
  throw new CommandError(
    `port ${supabasePort} is answered, but not by a backend on ${dataDir}. Set DATA_DIR to its folder, or SUPABASE_PORT to another port.`,
  );
}

interface Waiting {
  /** The names that a readiness response lists. */
  readonly failing: readonly string[];
  /** The failure of the last attempt. */
  readonly problem: string;
}

/** The error of fetch for addresses to which it sends nothing. */
const FOR_GOOD = /^(bad port|unknown scheme|invalid url)$/i;

/** fetch says 'fetch failed', and its cause why. */
function problemOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

/** The reason why an address does not answer yet; `null` when it answers 2xx. */
async function waitingOf(url: string): Promise<Waiting | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    if (response.ok) return null;
    const body = (await response.json().catch(() => null)) as { failing?: string[] } | null;
    return { failing: body?.failing ?? [], problem: `${url} answered ${response.status}` };
  } catch (error) {
    const problem = problemOf(error);
    if (FOR_GOOD.test(problem)) throw new CommandError(`${url} cannot be reached: ${problem}`);
    return { failing: [], problem };
  }
}

/** Waits until an address answers 2xx; `onWaiting` gets what it waits for. Rejects at once where waiting cannot help. */
export async function untilReady(url: string, onWaiting: (waiting: Waiting) => void = () => {}): Promise<void> {
  for (let waiting = await waitingOf(url); waiting; waiting = await waitingOf(url)) {
    onWaiting(waiting);
    await pause(POLL_MS);
  }
}

const SLOW_MS = 20_000;

export async function startService(supervisor: Supervisor, service: Service, address: string): Promise<void> {
  const { failure, settled } = supervisor.start(service);
  const began = performance.now();
  const say = ({ failing, problem }: Waiting) => {
    if (performance.now() - began < SLOW_MS) return;
    printStatus('start', `waiting for ${failing.join(', ') || service.name}: ${problem}`);
  };
  await Promise.race([untilReady(address, say), failure]);
  settled();
}

export async function startBackend(supervisor: Supervisor, settings: Settings): Promise<Supabase> {
  const { hosted, supabasePort, dataDir } = settings;
  if (hosted) return hosted;
  await startService(supervisor, backendService(settings), `http://127.0.0.1:${supabasePort}/readyz`);
  const announced = readAnnouncement(dataDir);
  if (!announced) throw new CommandError(`the backend wrote no backend.json to ${dataDir}`);
  return announced;
}

const INVITED_WITHIN_MS = 15_000;
const WITHOUT_DATABASE =
  'that takes DATABASE_URL, the connection string of the project, or select private.invite(…) as docs/run.md says';

export type Lines = readonly (readonly [label: string, text: string])[];

export const demoLines = ({ isEmbedded, dataDir }: Settings): Lines =>
  isEmbedded && readAnnouncement(dataDir)?.isDemo ? [['login', DEMO_LOGIN]] : [];

export async function signInLines(settings: Settings): Promise<Lines> {
  const { port, isEmbedded, dataDir, hasDatabase, adminEmail } = settings;
  const demo = demoLines(settings);
  if (demo.length > 0) return demo;
  if (!isEmbedded && !hasDatabase)
    return adminEmail ? [['start', `${adminEmail} is not invited: ${WITHOUT_DATABASE}`]] : [];
  const lines: string[] = [];
  const { command, args } = node('supabase/invite.ts', ['--first']);
  const env = { SITE_URL: `http://127.0.0.1:${port}`, ...environment(), DATA_DIR: dataDir };
  const onLine = (line: string) => lines.push(line);
  const code = await run(command, args, { env, onLine, limitMs: INVITED_WITHIN_MS });
  if (code !== 0) return [['start', `nobody could be invited: ${lines.join(' ') || `code ${code}`}`]];
  return lines.map((line) => ['invitation', line] as const);
}
