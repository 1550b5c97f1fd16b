import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Platform } from '@ki/shared/contract/registry.ts';
import { z } from 'zod';
import { type Bundle, moduleOf } from './bundle.ts';
import { contributionSchema, dataSchema, pageSchema } from './protocol/replies.ts';
import type { RendererProcess } from './renderer-process.ts';
import { createVersions } from './versions.ts';

const require = createRequire(import.meta.url);
const DRAWING_LIBRARY = require.resolve('@resvg/resvg-wasm/index_bg.wasm');
/** The only typeface of drawings, so that they look the same on every machine. */
const FONTS = [
  require.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
  require.resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
];
const inBase64 = (file: string) => readFile(file, 'base64');

export interface PageRequest {
  readonly url: URL;
  readonly platform: Platform;
  /** The owner's, or `null` when nobody owns the address, its owner is for staff only, or it cannot be loaded. */
  readonly bundle: Bundle | null;
}

export type Renderer = ReturnType<typeof createRenderer>;

/** What one renderer can do. It is given the code of a version before the first job that needs it. */
export function createRenderer({ run, tell }: Pick<RendererProcess, 'run' | 'tell'>) {
  const loaded = createVersions<Promise<unknown>>((name, version) =>
    tell({ kind: 'drop', module: moduleOf({ name, version }) }),
  );
  let drawing: Promise<unknown> | undefined;

  async function load(bundle: Bundle): Promise<string> {
    const { name, version, code } = bundle;
    const module = moduleOf(bundle);
    const known = loaded.get(name, version) ?? run({ kind: 'load', module, code: code.toString('utf8') });
    if (loaded.peek(name, version) !== known) {
      loaded.set(name, version, known);
      known.catch(() => loaded.delete(name, version));
    }
    await known;
    return module;
  }

  async function prepareDrawing(): Promise<unknown> {
    const [library, ...fonts] = await Promise.all([DRAWING_LIBRARY, ...FONTS].map(inBase64));
    return run({ kind: 'prepare-drawing', library: library ?? '', fonts });
  }

  return {
    /** Runs a bundle. Rejects with what it throws, or when it is no module of this shell's contract. */
    load,
    /** A page's parts, for an anonymous visitor. */
    async page({ url, platform, bundle }: PageRequest) {
      const module = bundle && (await load(bundle));
      const { value, bytes } = await run({ kind: 'page', module, url: url.href, platform });
      const page = pageSchema.parse(value);
      return 'location' in page ? page : { ...page, html: bytes.toString('utf8') };
    },
    /** A page's data, as JSON, for an anonymous visitor. */
    async data(url: URL, bundle: Bundle) {
      const { value, bytes } = await run({ kind: 'data', module: await load(bundle), url: url.href });
      const data = dataSchema.parse(value);
      return 'location' in data ? data : { ...data, json: bytes.toString('utf8') };
    },
    /** What one of these remotes answers at an address besides pages, or `null`; and what that shows. */
    async contribution(url: URL, bundles: readonly Bundle[]) {
      const modules = await Promise.all(bundles.map(load));
      const { value, bytes } = await run({ kind: 'contribution', modules, url: url.href });
      const { answer, reads } = contributionSchema.parse(value);
      return { response: answer && new Response(bytes.length > 0 ? bytes : null, answer), reads };
    },
    /** A drawing as PNG. */
    async draw(svg: string): Promise<Buffer<ArrayBuffer>> {
      drawing ??= prepareDrawing();
      await drawing.catch((error: unknown) => {
        drawing = undefined;
        throw error;
      });
      return (await run({ kind: 'draw', svg })).bytes;
    },
    /** Those of the patterns for which a bundle has no route. */
    async unmatched(bundle: Bundle, patterns: readonly string[]): Promise<readonly string[]> {
      const module = await load(bundle);
      return z.array(z.string()).parse((await run({ kind: 'unmatched', module, patterns })).value);
    },
    /** The addresses of what a bundle answers besides pages. */
    async resourcePaths(bundle: Bundle): Promise<readonly string[]> {
      const { value } = await run({ kind: 'resource-paths', module: await load(bundle) });
      return z.array(z.string()).parse(value);
    },
    /** Which query keys the pages of each pattern read. */
    async queryKeys(bundle: Bundle, patterns: readonly string[]): Promise<Record<string, string[]>> {
      const module = await load(bundle);
      const { value } = await run({ kind: 'query-keys', module, patterns });
      return z.record(z.string(), z.array(z.string())).parse(value);
    },
  };
}
