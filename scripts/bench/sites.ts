import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { paths } from '../../shared/contract/paths.ts';
import { ownPlace, startWithNpm } from '../../shared/testing/started-platform.ts';
import { until } from '../../shared/testing/until.ts';
import { ROOT } from '../bootstrap.mjs';
import { firstPost } from './editor.ts';

export interface Site {
  readonly name: string;
  readonly origin: string;
  readonly addresses: Readonly<Record<'home' | 'post' | 'matrix', string>>;
  readonly hydrates: boolean;
  readonly prepare: (path: string) => Promise<void>;
}

/** Two Brotli encoders' results at the best quality differ by less. */
const TOLERANCE = 1.01;

/** Requests a page until it is precompressed at the best quality; a rotating ad renews the page each minute. */
async function untilPrecompressed(address: string): Promise<void> {
  await until(`${address} is precompressed`, async () => {
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    const bytes = Number(response.headers.get('content-length'));
    return bytes > 0 && bytes <= brotliCompressSync(await response.text()).length * TOLERANCE;
  });
}

type Compressed = ReturnType<typeof compressed>;

async function serveFiles(files: ReadonlyMap<string, Compressed>) {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const answer = files.get(pathname);
    if (answer) response.writeHead(200, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function compressed(type: string, content: string | Buffer) {
  const body = brotliCompressSync(content);
  const headers = {
    'content-type': type,
    'content-encoding': 'br',
    'content-length': body.length,
    'cache-control': 'public, max-age=0, must-revalidate',
  };
  return { headers, body };
}

const withoutScripts = (html: string) =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link (?=[^>]*(?:data-deferred|rel="(?:module)?preload"))[^>]*as="script"[^>]*>/g, '');

const shownIn = (html: string) =>
  [...html.matchAll(/<(?:link|img|use|image)\b[^>]* (?:href|src)="(\/[^"#?]+\.(?:svg|css|png|webp|avif|woff2))/g)].map(
    ([, path = '']) => path,
  );

async function fileAt(address: string) {
  const answer = await fetch(address);
  return { type: String(answer.headers.get('content-type')), content: Buffer.from(await answer.arrayBuffer()) };
}

/** Serves a platform's documents for some paths as static files without scripts: the lower bound of every measurement. */
async function serveFloor(platform: string, paths: readonly string[]) {
  const files = new Map<string, Compressed>();
  for (const path of paths) {
    const { type, content } = await fileAt(platform + path);
    const html = withoutScripts(String(content));
    files.set(path, compressed(type, html));
    for (const shown of shownIn(html)) {
      const { type, content } = await fileAt(platform + shown);
      files.set(shown, compressed(type, content));
    }
  }
  return serveFiles(files);
}

async function startSite(name: string, root: string) {
  const place = await ownPlace();
  const started = startWithNpm(place.environment, root);
  const stop = async () => {
    started.child.kill('SIGTERM');
    await started.ended;
    place.remove();
  };
  const origin = `http://127.0.0.1:${place.port}`;
  try {
    await started.untilPrinted(/^ready/m);
    const addresses = { home: paths.home, post: await firstPost(origin), matrix: paths.matrix };
    const prepare = (address: string) => untilPrecompressed(origin + address);
    return { site: { name, origin, addresses, hydrates: true, prepare } satisfies Site, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function withSites(beside: string | undefined, use: (sites: readonly Site[]) => Promise<void>) {
  await using started = new AsyncDisposableStack();
  const start = async (name: string, root: string) => {
    const { site, stop } = await startSite(name, root);
    started.defer(stop);
    return site;
  };
  const other = beside ? [await start('beside', path.resolve(beside))] : [];
  const platform = await start('platform', ROOT);
  const { origin, close } = await serveFloor(platform.origin, Object.values(platform.addresses));
  started.defer(close);
  const floor: Site = { ...platform, name: 'floor', origin, hydrates: false, prepare: async () => {} };
  await use([floor, ...other, platform]);
}
