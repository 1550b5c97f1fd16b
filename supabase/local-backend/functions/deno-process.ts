import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';

interface DenoOptions {
  directory: string;
  names: readonly string[];
  environment: Record<string, string>;
  reachable: readonly string[];
  onOutput(line: string): void;
}

export interface DenoProcess {
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
