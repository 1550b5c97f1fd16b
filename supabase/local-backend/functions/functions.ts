import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { proxy } from 'hono/proxy';
import type { Log } from '../log.ts';
import { type DenoProcess, keepDenoRunning } from './deno-process.ts';

export type Functions = ReturnType<typeof startDenoFunctions>;

interface DenoFunctionsOptions {
  supabaseUrl: string;
  publishableKey: string;
  providers: Record<string, string>;
  directory?: string;
  log: Log;
}

const projectFunctions = fileURLToPath(new URL('../../functions', import.meta.url));

const HEALTH_TIMEOUT_MS = 5000;
const START_MS = 15_000;

export function startDenoFunctions(options: DenoFunctionsOptions) {
  const { supabaseUrl, publishableKey, providers, directory = projectFunctions, log } = options;
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
