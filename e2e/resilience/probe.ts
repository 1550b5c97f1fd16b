import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { CONTRACT } from '../../shared/contract/remote-module.ts';
import { PROTOCOL } from '../../shared/federation/container.ts';
import { integrityOf } from '../../shared/process/hash.ts';
import type { OwnPlatform } from '../platform/own-platform.ts';

/** How a file of the probe is served, by default unchanged. */
interface Fault {
  readonly status?: number;
  /** In place of the published content. */
  readonly body?: string;
  readonly delayMs?: number;
}

interface Version {
  /** The remote's module as an expression of JavaScript, for browser and server. */
  readonly module: string;
  /** Replaces the module in browsers. */
  readonly browserModule?: string;
  /** Replaces the whole entry. */
  readonly entry?: string;
  readonly server?: string;
  /** The protocol of the container; `null` for one of another build, as the runtime of Module Federation loads it. */
  readonly protocol?: number | null;
  /** The generation that the release states. */
  readonly contract?: number;
  /** A script that the page loads. */
  readonly chunk?: string;
}

/** A remote without a build: only its files and its registry entry matter. */
export interface Probe {
  readonly origin: string;
  readonly chunkAddress: (version: string) => string;
  /** Publishes a version; the files of earlier ones stay. */
  readonly publish: (version: string, code: Version) => void;
  /** Breaks files of a version, `entry`, `server` or `chunk`; `{}` repairs them. */
  readonly fault: (version: string, faults: Partial<Record<FileName, Fault>>) => void;
  /** Makes a version live with this history, newest first. */
  readonly promote: (live: string, ...previous: readonly string[]) => Promise<void>;
  readonly stop: () => void;
}

const FILES = { entry: 'web/remoteEntry.js', server: 'server/index.cjs', chunk: 'web/js/async/page.js' } as const;
type FileName = keyof typeof FILES;

/** A module with one page, which is hydrated at once. */
export const moduleOf = (page: string, contract = 2) =>
  `{ contract: ${contract}, id: 'mf-probe', routes: [{ id: 'probe', path: '/probe', handle: { hydrate: 'load' }, ${page} }] }`;

/** A module with one page that shows a text. */
export const saying = (text: string) => moduleOf(`Component: () => ${JSON.stringify(text)}`);

/** A container as a build makes it, which also records that it ran. */
export const containerOf = (module: string, version: string) =>
  `(globalThis.probesThatRan ??= []).push(${JSON.stringify(version)});
   globalThis.mf_probe = { init() {}, get: async () => () => ({ remote: ${module} }) };`;

/** A module whose page is a chunk, loaded as a build's runtime does. */
export function lazilyLoading(address: string, integrity: string): string {
  const load = `() => new Promise((resolve, reject) => {
    globalThis.probePolicy ??= trustedTypes.createPolicy('mf-probe', { createScriptURL: (url) => url });
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.integrity = '${integrity}';
    script.src = globalThis.probePolicy.createScriptURL('${address}');
    script.onload = () => resolve({ Component: globalThis.ProbePage });
    script.onerror = () => reject(Object.assign(new Error('Loading chunk probe failed. (error: ${address})'), { name: 'ChunkLoadError' }));
    document.head.append(script);
  })`;
  return moduleOf(`lazy: ${load}`);
}

function filesOf(version: string, code: Version): Record<FileName, string> {
  return {
    entry: code.entry ?? containerOf(code.browserModule ?? code.module, version),
    server: code.server ?? `exports.remote = ${code.module};`,
    chunk: code.chunk ?? '// no page of its own',
  };
}

/** The versions of the probe that ran in a page. */
export const probesThatRan = (page: Page) =>
  page.evaluate(() => (globalThis as { probesThatRan?: string[] }).probesThatRan ?? []);

/** The notice of a server-rendered page whose code does not run. */
export const failedHydration = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Sie können die Seite lesen.' });

export async function startProbe({ registry, forget, inForce }: OwnPlatform): Promise<Probe> {
  const files = new Map<string, string>();
  const faults = new Map<string, Fault>();
  const published = new Map<string, Version>();
  const server: Server = createServer((request, response) => {
    const address = request.url ?? '';
    const { status = 200, body = files.get(address), delayMs = 0 } = faults.get(address) ?? {};
    const headers = {
      'access-control-allow-origin': '*',
      'content-type': 'text/javascript',
      'cache-control': 'no-store',
    };
    setTimeout(() => {
      if (status !== 200 || body === undefined) response.writeHead(body === undefined ? 404 : status, headers).end();
      else response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addressOf = (version: string, file: FileName) => `/${version}/${FILES[file]}`;

  function releaseOf(version: string) {
    const file = (name: FileName) => ({
      path: FILES[name],
      integrity: integrityOf(files.get(addressOf(version, name)) ?? ''),
    });
    const [entry, chunk, bundle] = [file('entry'), file('chunk'), file('server')];
    const { contract = CONTRACT, protocol = PROTOCOL } = published.get(version) ?? {};
    const common = { name: 'mf-probe', version, contract, routes: ['/probe'], staffOnly: false, singletons: {} };
    const code = { entry, server: bundle, manifest: entry, chunks: { module: [], probe: [chunk] } };
    return { ...common, ...code, protocol: protocol ?? undefined };
  }

  return {
    origin,
    chunkAddress: (version) => origin + addressOf(version, 'chunk'),
    publish(version, code) {
      published.set(version, code);
      for (const [name, content] of Object.entries(filesOf(version, code))) {
        files.set(addressOf(version, name as FileName), content);
      }
    },
    fault(version, broken) {
      for (const name of Object.keys(FILES) as FileName[]) {
        const fault = broken[name];
        if (fault) faults.set(addressOf(version, name), fault);
        else faults.delete(addressOf(version, name));
      }
    },
    async promote(live, ...previous) {
      await forget('mf-probe');
      for (const version of [live, ...previous].reverse()) {
        const release = releaseOf(version);
        await registry.publish(release);
        await registry.promote(release, { author: 'test', reason: '', origin });
      }
      await inForce();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
