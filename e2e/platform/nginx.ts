import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../shared/testing/free-ports.ts';

const DEPLOYMENT = path.resolve(import.meta.dirname, '..', '..', 'docs', 'run.md');
const EXAMPLE = /```nginx\n(proxy_cache_path .*?)```/s;

export interface Nginx {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The documented configuration of a shared cache, with these addresses. */
async function configuration(folder: string, port: number, shell: string): Promise<string> {
  const example = EXAMPLE.exec(await readFile(DEPLOYMENT, 'utf8'))?.[1];
  if (!example) throw new Error(`${DEPLOYMENT} has no example of a shared cache`);
  const server = example
    .replace('/var/cache/nginx/ki', path.join(folder, 'cache'))
    .replace('http://127.0.0.1:3000', shell)
    .replace('server {', `server {\n  listen 127.0.0.1:${port};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  return [
    'daemon off; master_process off; worker_rlimit_nofile 4096;',
    `pid ${path.join(folder, 'pid')}; error_log stderr;`,
    'events { worker_connections 2048; }',
    `http { access_log off; ${temporary.join(' ')}`,
    server,
    '}',
  ].join('\n');
}

/** Starts nginx as the documented shared cache in front of a shell. Rejects when it does not start. */
export async function startNginx(program: string, shell: string): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, await configuration(folder, port, shell));
  const child = spawn(program, ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    const pause = new Promise((resolve) => setTimeout(resolve, 50, false));
    if (await Promise.race([ended.then(() => true), pause])) throw new Error(`nginx ended: ${said}`);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
