import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CACHE_TAGS } from '@ki/shared/data/cache-tags.ts';
import { type LogEntry, parseEntry } from '@ki/shared/format/log-line.ts';
import { freePort } from '@ki/shared/testing/free-ports.ts';
import type { Promotion } from '../../registry/registry.ts';
import type { Release } from '../../registry/schema.ts';
import type { RegistryBackend } from '../../registry/testing/registry-backend.ts';
import { by } from '../../registry/testing/release.ts';
import { siteRow } from './site-row.ts';

/** Tag versions that never change. */
const VERSIONS = JSON.stringify(Object.fromEntries(CACHE_TAGS.map((tag) => [tag, '1'])));
const SITE = JSON.stringify(siteRow({ name: 'Schule', description: 'Ein Test.' }));
/** A record of the tiny remote has moved, another one was deleted. */
const REDIRECTS = JSON.stringify([
  ['/tiny/alt', '/tiny/a', true],
  ['/tiny/weg', null, true],
]);
const ANSWERS: Readonly<Record<string, string>> = {
  content_versions: VERSIONS,
  list_redirects: REDIRECTS,
  read_site: SITE,
};
const MAIN = path.join(import.meta.dirname, '..', 'main.ts');

const REGISTRY = /\/rpc\/(read_registry|store_counts)$/;

async function forward(request: IncomingMessage, response: ServerResponse, to: string): Promise<void> {
  const headers = { 'content-type': 'application/json', apikey: String(request.headers.apikey) };
  const answer = await fetch(to + request.url, { method: 'POST', headers, body: await text(request) });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}

/**
 * A Supabase project without content, with the registry of another backend. `delay` sets how long each response takes
 * except the registry's, and `cutRegistry` makes the registry fail from then on.
 */
async function emptyBackend(registry: string) {
  let wait = 0;
  let queries = 0;
  let isCut = false;
  const server = createServer((request, response) => {
    if (REGISTRY.test(request.url ?? '')) {
      if (isCut) response.writeHead(503).end();
      else void forward(request, response, registry).catch(() => response.destroy());
      return;
    }
    // The thread of pictures asks by itself.
    if (request.url?.startsWith('/rest/') && !request.url.endsWith('/claim_pictures')) queries += 1;
    const [, name = ''] = request.url?.split('/rpc/') ?? [];
    const body = ANSWERS[name] ?? '[]';
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(body), wait);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const delay = (ms: number) => {
    wait = ms;
    queries = 0;
  };
  const { port } = server.address() as AddressInfo;
  const cutRegistry = () => {
    isCut = true;
  };
  return { server, url: `http://127.0.0.1:${port}`, delay, cutRegistry, queries: () => queries };
}

export interface ShellProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly entries: () => readonly LogEntry[];
  readonly ended: Promise<number | null>;
}

/** A data folder, an empty registry and a backend without content, for processes of the real shell. */
export async function shellPlace({ access, registry, shellToken, empty }: RegistryBackend) {
  await empty();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shell-process-'));
  const backend = await emptyBackend(access.supabase.url);
  const started: ShellProcess[] = [];

  function spawnShell(port: number, environment: Readonly<Record<string, string>>): ShellProcess {
    const supabase = { SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: access.supabase.key };
    const own = { PORT: String(port), DATA_DIR: dataDir, SHELL_TOKEN: shellToken, ...supabase };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
      env: { ...process.env, NODE_ENV: 'production', ...own, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
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
    registry,
    async promote(release: Release, promotion: Promotion = by): Promise<void> {
      await registry.publish(release);
      await registry.promote(release, promotion);
    },
    cutRegistry: backend.cutRegistry,
    delayBackend: backend.delay,
    /** Queries to the backend since the delay was set. */
    queries: backend.queries,
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
