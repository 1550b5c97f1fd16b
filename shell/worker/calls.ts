import { withoutSentHtml } from '@ki/shared/contract/reads.ts';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Call } from '../server/render/messages.ts';
import type { Dependencies } from './dependencies.ts';
import { type Modules, queryKeys, resourcePaths, unmatched } from './modules.ts';
import { load, render } from './render.tsx';
import { pageText, resource, sitemap, textSections } from './resources.ts';

const fromBase64 = (text: string) => Buffer.from(text, 'base64');

let font: { fontBuffers: Uint8Array[]; defaultFontFamily: string; loadSystemFonts: false } | undefined;

async function prepareRasterizer(library: string, fonts: readonly string[]): Promise<void> {
  await initWasm(fromBase64(library));
  font = { fontBuffers: fonts.map(fromBase64), defaultFontFamily: 'Source Serif 4', loadSystemFonts: false };
}

function rasterize(svg: string): Buffer<ArrayBuffer> {
  if (!font) throw new Error('the rasterizer was not prepared');
  const drawing = new Resvg(svg, { font });
  const image = drawing.render();
  try {
    return Buffer.from(image.asPng());
  } finally {
    image.free();
    drawing.free();
  }
}

interface Context {
  readonly modules: Modules;
  readonly dependencies: Dependencies;
  readonly signal: AbortSignal;
}

interface Result {
  readonly value?: unknown;
  readonly bytes?: Buffer<ArrayBuffer> | undefined;
}

/** HTML is sent as bytes, and parts of the document's JSON as JSON text. */
async function page(call: Extract<Call, { kind: 'page' }>, { modules, signal }: Context): Promise<Result> {
  const { url, platform, owner, module, preview } = call;
  const remote = module === null ? null : modules.get(module);
  const rendered = await render({ url: new URL(url), platform, owner: owner ?? undefined, remote, signal, preview });
  if ('location' in rendered) return { value: rendered };
  const { html: bytes, jsonLd, state, ...rest } = rendered;
  const texts = { jsonLd: jsonLd.map((data) => JSON.stringify(data)), state: JSON.stringify(state, withoutSentHtml) };
  return { value: { ...rest, ...texts }, bytes };
}

async function data(call: Extract<Call, { kind: 'data' }>, { modules, signal }: Context): Promise<Result> {
  const loaded = await load({ url: new URL(call.url), remote: modules.get(call.module), signal });
  if ('location' in loaded) return { value: loaded };
  const { loaderData, ...value } = loaded;
  return { value, bytes: Buffer.from(JSON.stringify(loaderData)) };
}

async function run(call: Call, context: Context): Promise<Result> {
  const { modules } = context;
  switch (call.kind) {
    case 'load':
      await modules.load(call.module, call.code);
      return {};
    case 'page':
      return page(call, context);
    case 'data':
      return data(call, context);
    case 'page-text': {
      const { status, text } = await pageText(modules.get(call.module), new URL(call.url), call.hasEnding);
      return { value: { status }, bytes: Buffer.from(text) };
    }
    case 'resource': {
      const found = await resource(modules.get(call.module), call.url);
      return { value: { head: found?.head ?? null }, bytes: found?.bytes };
    }
    case 'sitemap':
      return { value: await sitemap(modules.get(call.module), call.part) };
    case 'llms':
      return { value: { sections: await textSections(modules.get(call.module)) } };
    case 'unmatched':
      return { value: unmatched(modules.get(call.module), call.patterns) };
    case 'query-keys':
      return { value: queryKeys(modules.get(call.module), call.patterns) };
    case 'resource-paths':
      return { value: resourcePaths(modules.get(call.module)) };
    case 'prepare-rasterizer':
      await prepareRasterizer(call.library, call.fonts);
      return {};
    case 'rasterize':
      return { bytes: rasterize(call.svg) };
  }
}

/** Calls whose result may show what is in the row `site`. */
const OF_THE_SITE: ReadonlySet<Call['kind']> = new Set(['page', 'data', 'page-text', 'resource', 'sitemap', 'llms']);

export async function execute(call: Call, context: Context): Promise<Result> {
  if (!OF_THE_SITE.has(call.kind)) return run(call, context);
  const { dependencies } = context;
  dependencies.add(['site']);
  const { value, bytes } = await run(call, context);
  return { value: { ...Object(value), dependencies: dependencies.tags() }, bytes };
}
