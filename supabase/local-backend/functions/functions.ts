import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { proxy } from 'hono/proxy';
import type { Log } from '../log.ts';

export type Functions = ReturnType<typeof startDenoFunctions>;

interface Options {
  supabaseUrl: string;
  publishableKey: string;
  providers: Record<string, string>;
  directory?: string;
  log: Log;
}

const projectFunctions = fileURLToPath(new URL('../../functions', import.meta.url));

const HEALTH_TIMEOUT_MS = 5000;
const START_MS = 15_000;

export function startDenoFunctions({ directory = projectFunctions, log, ...options }: Options) {
  const { supabaseUrl, publishableKey, providers } = options;
  const names = functionNames(directory);
  const secrets = Object.entries(providers).flatMap(([name, value]) => (name.endsWith('_KEY') ? [value] : []));
  const settings = {
    directory,
    names,
    environment: { SUPABASE_URL: supabaseUrl, SUPABASE_ANON_KEY: publishableKey, ...providers },
    reachable: [
      supabaseUrl,
      providers.PERPLEXITY_BASE_URL ?? 'https://api.perplexity.ai',
      providers.GEMINI_BASE_URL ?? 'https://generativelanguage.googleapis.com',
    ].map(hostAndPort),
    onOutput: (line: string) => log('functions_output', { line: redacted(line, secrets) }),
  };
  const deno = keepDenoRunning(settings, log);
  return {
    call: async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const [, name = '', rest = ''] = /^\/functions\/v1\/([^/]+)(.*)$/.exec(pathname) ?? [];
      if (!names.includes(name)) return failure(404, 'There is no such function');
      const running = await deno.running(START_MS);
      return running
        ? callFunction(running, `/${name}${rest}${search}`, request)
        : failure(503, 'The functions are not up');
    },
    isUp: async (): Promise<boolean> => {
      const running = await deno.running(0);
      if (!running) return false;
      const health = await callFunction(running, '/_health', new Request(running.url), HEALTH_TIMEOUT_MS);
      return health.ok;
    },
    close: deno.stop,
  };
}

function functionNames(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter((name) => existsSync(join(directory, name, 'index.ts')));
}

function hostAndPort(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

const TOKENS = /\b(?:sb_(?:publishable|secret)_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]*|Bearer\s+\S+)/g;

const LONGEST_LINE = 500;

function redacted(line: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), line);
  return withoutSecrets.replace(TOKENS, '…').slice(0, LONGEST_LINE);
}

const TIMEOUT = 150_000;

const FORWARDED = ['accept', 'apikey', 'authorization', 'content-type', 'x-client-info', 'x-region'];

/** Forwards a request to the router. A call outlives its client, so that a workflow ends as completed or failed. */
export async function callFunction(
  { url, token }: DenoProcess,
  path: string,
  request: Request,
  timeout = TIMEOUT,
): Promise<Response> {
  const forwarded = [...request.headers].filter(([name, value]) => FORWARDED.includes(name) && value);
  const headers: [string, string][] = [...forwarded, ['x-router-token', token]];
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  try {
    const body = hasBody ? await request.arrayBuffer() : null;
    const signal = AbortSignal.timeout(timeout);
    return await proxy(`${url}${path}`, { method: request.method, headers, body, redirect: 'manual', signal });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return isLate ? failure(504, 'The function took too long') : failure(502, 'The function could not be reached');
  }
}

function failure(status: number, message: string): Response {
  return Response.json({ code: 'function_unavailable', message, error: message }, { status });
}

interface DenoOptions {
  directory: string;
  names: readonly string[];
  environment: Record<string, string>;
  reachable: readonly string[];
  onOutput(line: string): void;
}

interface DenoProcess {
  url: string;
  token: string;
}

const supabase = fileURLToPath(new URL('../..', import.meta.url));
const router = fileURLToPath(new URL('router.ts', import.meta.url));
const denoBinary = () => join(dirname(createRequire(import.meta.url).resolve('deno/package.json')), 'deno');

const STOP_MS = 1000;

function startDeno({ directory, names, environment, reachable }: DenoOptions, token: string) {
  const flags = permissions(directory, ['127.0.0.1:0', ...reachable]);
  const child = spawn(denoBinary(), ['run', ...flags, router, directory, ...names], {
    cwd: supabase,
    env: {
      DENO_DIR: join(supabase, 'node_modules', '.cache', 'deno'),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A process that has ended by then is started anew.
  child.stdin.on('error', () => undefined).write(token);
  return child;
}

/** Packages come from node_modules as installed: nothing is fetched when a function starts. */
function permissions(directory: string, reachable: readonly string[]): string[] {
  const readable = [
    directory,
    join(supabase, 'local-backend'),
    join(supabase, 'node_modules'),
    join(supabase, '..', 'node_modules'),
  ];
  return [
    '--no-prompt',
    '--no-config',
    '--no-lock',
    '--no-remote',
    '--cached-only',
    '--node-modules-dir=manual',
    '--allow-env',
    `--allow-read=${readable.join(',')}`,
    `--allow-net=${reachable.join(',')}`,
  ];
}

const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

const STEADY_MS = 60_000;

/** Restarts Deno when it ends, after a pause that doubles while it ends soon after its start. */
export function keepDenoRunning(options: DenoOptions, log: Log) {
  const { onOutput } = options;
  const token = randomUUID();
  const stopping = new AbortController();
  let listening = Promise.withResolvers<DenoProcess>();
  let child: ReturnType<typeof startDeno>;

  const onLine = (line: string) => {
    const [, port] = /^router listening (\d+)$/.exec(line) ?? [];
    if (port) listening.resolve({ url: `http://127.0.0.1:${port}`, token });
    else onOutput(line);
  };

  const loop = async () => {
    let pause = SHORTEST_PAUSE_MS;
    for (;;) {
      const born = performance.now();
      child = startDeno(options, token);
      for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
      await once(child, 'exit').catch((error) => onOutput(error.message));
      if (stopping.signal.aborted) return;
      const next = Promise.withResolvers<DenoProcess>();
      next.promise.then(listening.resolve);
      listening = next;
      const lived = Math.round(performance.now() - born);
      pause = lived > STEADY_MS ? SHORTEST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
      log('functions_died', { lived, pause });
      await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
    }
  };

  const ended = loop();
  return {
    running: (waitMs: number): Promise<DenoProcess | undefined> =>
      Promise.race([listening.promise, setTimeout(waitMs, undefined, { ref: false })]),
    stop: async () => {
      stopping.abort();
      child.stdin.destroy();
      await Promise.race([ended, setTimeout(STOP_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}
