import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TOPICS } from '@ki/shared/data/topics.ts';
import { type LogEntry, parseEntry } from '@ki/shared/format/log-line.mjs';
import { freePort } from '@ki/shared/process/free-port.ts';

/** Nothing ever changes. */
const VERSIONS = JSON.stringify(Object.fromEntries(TOPICS.map((topic) => [topic, '1'])));
const MAIN = path.join(import.meta.dirname, '..', 'main.ts');

/** Answers what a Supabase project would be asked, with nothing; `delay` is how long each answer takes. */
async function emptyBackend() {
  let wait = 0;
  let questions = 0;
  const server = createServer((request, response) => {
    questions += 1;
    const body = request.url?.includes('/rpc/content_versions') ? VERSIONS : '[]';
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(body), wait);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const delay = (ms: number) => {
    wait = ms;
    questions = 0;
  };
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, delay, questions: () => questions };
}

export interface ShellProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly entries: () => readonly LogEntry[];
  readonly ended: Promise<number | null>;
}

/** A data folder and a backend without content, and the real shell's process on them as often as it is started. */
export async function shellPlace() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shell-process-'));
  const backend = await emptyBackend();
  const started: ShellProcess[] = [];

  function spawnShell(port: number, environment: Readonly<Record<string, string>>): ShellProcess {
    const own = { PORT: String(port), DATA_DIR: dataDir, SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: 'key' };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
      env: { ...process.env, NODE_ENV: 'production', ...own, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const entries = () =>
      output.split('\n').flatMap((line) => {
        const entry = parseEntry(line);
        return entry ? [entry] : [];
      });
    return {
      url: `http://${environment.HOST ?? '127.0.0.1'}:${port}`,
      port,
      child,
      output: () => output,
      entries,
      ended,
    };
  }

  return {
    dataDir,
    delayBackend: backend.delay,
    /** How often the backend was asked since the delay was set. */
    questions: backend.questions,
    async start(environment: Readonly<Record<string, string>> = {}): Promise<ShellProcess> {
      const shell = spawnShell(await freePort(), environment);
      started.push(shell);
      const isEnded = shell.ended.then(() => true);
      const isUp = () =>
        fetch(`${shell.url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isUp())) {
        const pause = new Promise<false>((resolve) => setTimeout(resolve, 50, false));
        if (await Promise.race([isEnded, pause])) throw new Error(`the shell ended: ${shell.output()}`);
      }
      return shell;
    },
    async remove() {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      backend.server.closeAllConnections();
      backend.server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
