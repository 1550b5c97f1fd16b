import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Preview } from '@ki/shared/contract/preview.ts';
import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Site } from '@ki/shared/contract/site.ts';
import type { Connection } from '@ki/shared/data/clients.ts';
import { z } from 'zod';
import {
  type Bundle,
  type Call,
  dataSchema,
  llmsSchema,
  moduleOf,
  pageSchema,
  pageTextSchema,
  resourceSchema,
  sitemapSchema,
} from './messages.ts';
import { createLatestVersions } from './remote-modules.ts';
import { startWorkerProcess, WorkerEnded, type WorkerEvents, type WorkerProcess } from './worker-process.ts';

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 10_000;

const require = createRequire(import.meta.url);
const RASTERIZER = require.resolve('@resvg/resvg-wasm/index_bg.wasm');
const FONTS = [
  require.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
  require.resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
];
const inBase64 = (file: string) => readFile(file, 'base64');

export interface PageRequest {
  readonly url: URL;
  readonly platform: Platform;
  readonly owner: string | undefined;
  readonly bundle: Bundle | null;
  readonly preview?: Preview;
}

export type Worker = ReturnType<typeof createWorker>;

/** The calls to a worker. A bundle is sent to it before the first call that needs it. */
export function createWorker({ call, send }: Pick<WorkerProcess, 'call' | 'send'>) {
  const loaded = createLatestVersions<Promise<unknown>>((name, version) =>
    send({ kind: 'drop', module: moduleOf({ name, version }) }),
  );
  let rasterizer: Promise<unknown> | undefined;

  async function load(bundle: Bundle): Promise<string> {
    const { name, version, code } = bundle;
    const module = moduleOf(bundle);
    const known = loaded.get(name, version) ?? call({ kind: 'load', module, code: code.toString('utf8') });
    if (loaded.peek(name, version) !== known) {
      loaded.set(name, version, known);
      known.catch(() => loaded.delete(name, version));
    }
    await known;
    return module;
  }

  const ask = async <T>(bundle: Bundle, schema: z.ZodType<T>, callOf: (module: string) => Call): Promise<T> =>
    schema.parse((await call(callOf(await load(bundle)))).value);

  async function prepareRasterizer(): Promise<unknown> {
    const [library, ...fonts] = await Promise.all([RASTERIZER, ...FONTS].map(inBase64));
    return call({ kind: 'prepare-rasterizer', library: library ?? '', fonts });
  }

  return {
    load,
    async page({ url, platform, owner = '', bundle, preview }: PageRequest) {
      const module = bundle && (await load(bundle));
      const of = { module, owner: owner || null, url: url.href, platform, preview };
      const { value, bytes } = await call({ kind: 'page', ...of });
      const page = pageSchema.parse(value);
      return 'location' in page ? page : { ...page, html: bytes.toString('utf8') };
    },
    async data(url: URL, bundle: Bundle) {
      const { value, bytes } = await call({ kind: 'data', module: await load(bundle), url: url.href });
      const data = dataSchema.parse(value);
      return 'location' in data ? data : { ...data, json: bytes.toString('utf8') };
    },
    /** `hasEnding`: the address that was asked for is that of the page with `.md`. */
    async pageText(url: URL, hasEnding: boolean, bundle: Bundle) {
      const module = await load(bundle);
      const { value, bytes } = await call({ kind: 'page-text', module, url: url.href, hasEnding });
      return { ...pageTextSchema.parse(value), text: bytes.toString('utf8') };
    },
    async resource(url: URL, bundle: Bundle) {
      const { value, bytes } = await call({ kind: 'resource', module: await load(bundle), url: url.href });
      const { head, dependencies } = resourceSchema.parse(value);
      return { response: head && new Response(bytes.length > 0 ? bytes : null, head), dependencies };
    },
    /** How many parts the remote's sitemap has, for `null`, or the entries of one part. */
    sitemap: (bundle: Bundle, part: number | null) =>
      ask(bundle, sitemapSchema, (module) => ({ kind: 'sitemap', module, part })),
    llms: (bundle: Bundle) => ask(bundle, llmsSchema, (module) => ({ kind: 'llms', module })),
    async rasterize(svg: string): Promise<Buffer<ArrayBuffer>> {
      rasterizer ??= prepareRasterizer();
      await rasterizer.catch((error: unknown) => {
        rasterizer = undefined;
        throw error;
      });
      return (await call({ kind: 'rasterize', svg })).bytes;
    },
    unmatched: (bundle: Bundle, patterns: readonly string[]) =>
      ask(bundle, z.array(z.string()), (module) => ({ kind: 'unmatched', module, patterns })),
    resourcePaths: (bundle: Bundle) =>
      ask(bundle, z.array(z.string()), (module) => ({ kind: 'resource-paths', module })),
    queryKeys: (bundle: Bundle, patterns: readonly string[]) =>
      ask(bundle, z.record(z.string(), z.array(z.string())), (module) => ({ kind: 'query-keys', module, patterns })),
  };
}

interface Settings extends Pick<WorkerEvents, 'onLog' | 'onQuery'> {
  readonly count: number;
  readonly program: string;
  readonly supabase: Connection;
  readonly onEnd?: WorkerEvents['onEnd'];
}

interface Running {
  readonly process: WorkerProcess;
  readonly worker: Worker;
  readonly isReady: () => boolean;
}

export type WorkerPool = ReturnType<typeof startWorkerPool>;

export function startWorkerPool({ count, program, supabase, onEnd, ...events }: Settings) {
  const running = new Set<Running>();
  const firstReady = Promise.withResolvers<void>();
  let failuresAtStart = 0;
  let isOver = false;
  let site: Site | null = null;

  function startAnother(wasReady: boolean): void {
    if (wasReady) {
      start();
      return;
    }
    setTimeout(start, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failuresAtStart)).unref();
    failuresAtStart += 1;
  }

  function start(): void {
    if (isOver) return;
    try {
      run();
    } catch (error) {
      onEnd?.(error instanceof Error ? error.message : String(error));
      startAnother(false);
    }
  }

  function run(): void {
    let isReady = false;
    const own = startWorkerProcess(program, supabase, {
      ...events,
      onReady() {
        isReady = true;
        failuresAtStart = 0;
        firstReady.resolve();
      },
      onEnd(why) {
        running.delete(one);
        if (isOver) return;
        onEnd?.(why);
        startAnother(isReady);
      },
    });
    const one: Running = { process: own, worker: createWorker(own), isReady: () => isReady };
    running.add(one);
    if (site) own.send({ kind: 'site', site });
  }

  function end(): void {
    isOver = true;
    process.off('exit', end);
    for (const one of running) one.process.end();
  }

  for (let index = 0; index < count; index += 1) start();
  process.on('exit', end);

  return {
    ready: firstReady.promise,
    leastBusy(): Worker {
      const ready = [...running].filter(({ isReady }) => isReady());
      const [first, ...others] = ready.length > 0 ? ready : running;
      if (!first) throw new WorkerEnded('no worker is running');
      const load = (one: Running) => one.process.callsInFlight();
      return others.reduce((least, one) => (load(one) < load(least) ? one : least), first).worker;
    },
    /** In force for every later call, also in workers that start later. */
    applySite(next: Site): void {
      site = next;
      for (const { process: own } of running) own.send({ kind: 'site', site });
    },
    residentBytes: () => [...running].reduce((sum, one) => sum + one.process.residentBytes(), 0),
    end,
  };
}
