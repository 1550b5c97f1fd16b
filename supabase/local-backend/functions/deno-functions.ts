import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';
import { callFunction, failure } from './call-function.ts';
import { startDeno } from './deno-process.ts';
import type { Functions } from './functions.ts';
import { keepRunning } from './kept-running.ts';
import { redacted } from './redacted.ts';

export interface DenoFunctionsOptions {
  /** Where functions reach the API, and with which key. */
  supabaseUrl: string;
  publishableKey: string;
  /** Keys and base addresses of the providers, by the names of their variables. */
  providers: Record<string, string>;
  directory?: string;
  log: Log;
}

const projectFunctions = fileURLToPath(new URL('../../functions', import.meta.url));

/** How long the router may take to say that it is well. */
const HEALTH_TIMEOUT = 5000;

/** How long a call waits for Deno to be up. */
const PATIENCE = 15_000;

/** Runs the functions of a folder in a Deno process that is started again whenever it dies. */
export function startDenoFunctions(options: DenoFunctionsOptions): Functions {
  const { supabaseUrl, publishableKey, providers, directory = projectFunctions, log } = options;
  const names = functionNames(directory);
  const secrets = Object.entries(providers).flatMap(([name, value]) => (name.endsWith('_KEY') ? [value] : []));
  const settings = {
    directory,
    names,
    environment: { SUPABASE_URL: supabaseUrl, SUPABASE_ANON_KEY: publishableKey, ...providers },
    reachable: [supabaseUrl, ...providerUrls(providers)].map(hostAndPort),
    onOutput: (line: string) => log('functions_output', { line: redacted(line, secrets) }),
  };
  const deno = keepRunning(() => startDeno(settings), log);
  return {
    call: async (request) => {
      const { pathname, search } = new URL(request.url);
      const [, name = '', rest = ''] = /^\/functions\/v1\/([^/]+)(.*)$/.exec(pathname) ?? [];
      if (!names.includes(name)) return failure(404, 'There is no such function');
      const running = await deno.running(PATIENCE);
      return running
        ? callFunction(running, `/${name}${rest}${search}`, request)
        : failure(503, 'The functions are not up');
    },
    isUp: async () => {
      const running = await deno.running(0);
      if (!running) return false;
      const health = await callFunction(running, '/_health', new Request(running.url), HEALTH_TIMEOUT);
      return health.ok;
    },
    close: deno.stop,
  };
}

function functionNames(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter((name) => existsSync(join(directory, name, 'index.ts')));
}

function providerUrls(providers: Record<string, string>): string[] {
  return [
    providers.PERPLEXITY_BASE_URL ?? 'https://api.perplexity.ai',
    providers.GEMINI_BASE_URL ?? 'https://generativelanguage.googleapis.com',
  ];
}

function hostAndPort(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
