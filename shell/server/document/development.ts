import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Platform, PublicRemote } from '@ki/shared/contract/registry.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { sentSite } from '@ki/shared/contract/site.ts';
import { siteOf } from '@ki/shared/data/site.ts';
import type { ServerConfig } from '@rsbuild/core';
import { z } from 'zod';
import { PAGE_STATE_ID, type PageState } from '../../src/app/page-state.ts';
import { readConfig } from '../config.ts';
import { type Look, lookOf } from '../site/look.ts';
import { DOCUMENT_HEADERS, documentOf } from './document.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const SCRIPT = { src: '/assets/js/index.js', integrity: '' };

const remotesSchema = z.record(z.string(), z.url());
const packageSchema = z.object({ remote: z.object({ routes: z.array(z.string()), staffOnly: z.boolean() }) });

function remoteAt(name: string, origin: string): PublicRemote {
  const manifest: unknown = JSON.parse(readFileSync(path.join(ROOT, name, 'package.json'), 'utf8'));
  return {
    ...packageSchema.parse(manifest).remote,
    version: 'development',
    entry: `${origin}/remoteEntry.js`,
    integrity: '',
  };
}

function platformOf(environment: NodeJS.ProcessEnv): Platform {
  const origins = remotesSchema.parse(JSON.parse(environment.REMOTES ?? '{}'));
  const remotes = Object.entries(origins).map(([name, origin]) => [name, remoteAt(name, origin)] as const);
  const { supabase } = readConfig({ SHELL_TOKEN: 'none', ...environment });
  return { contract: CONTRACT, supabase, remotes: Object.fromEntries(remotes) };
}

/** React registers with this hook, where each remote's own copy of Fast Refresh finds it. */
const KEEP_RENDERERS = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject(renderer) { return this.renderers.set(this.renderers.size + 1, renderer).size; },
  onScheduleFiberRoot() {},
  onCommitFiberRoot() {},
  onCommitFiberUnmount() {},
};`;

function emptyDocument(platform: Platform, { site, style }: Look): string {
  const state: PageState = {
    platform,
    site: sentSite(site, false),
    rendered: false,
    remote: null,
    loaderData: {},
    overlayHeader: false,
  };
  const page = {
    status: 200,
    language: 'de',
    title: '',
    tags: [],
    jsonLd: [],
    html: '',
    styles: style,
    state: JSON.stringify(state),
    hydrate: 'load' as const,
    preHydration: null,
    failure: null,
    routeIds: [],
  };
  const parts = { page, pageStateId: PAGE_STATE_ID, app: [SCRIPT], hydrationLoader: [], preHydration: [], hints: [] };
  return documentOf(parts).replace('<head>', `<head><script>${KEEP_RENDERERS}</script>`);
}

async function readLook({ url, key }: Platform['supabase']): Promise<Look> {
  const response = await fetch(`${url}/rest/v1/rpc/read_site`, { headers: { apikey: key } });
  return lookOf(siteOf(await response.json()));
}

async function answer(pathname: string): Promise<{ type: string; body: string }> {
  const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
  if (pathname === '/healthz' || pathname === '/readyz') return json({ status: 'ok' });
  const platform = platformOf(process.env);
  if (pathname === '/platform.json') return json(platform);
  return { type: DOCUMENT_HEADERS['content-type'], body: emptyDocument(platform, await readLook(platform.supabase)) };
}

/** Replaces the shell's server in development: browsers render, and no CSP blocks hot reload. */
export const developmentServer: ServerConfig['setup'] =
  ({ server }) =>
  () => {
    server.middlewares.use(async (request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (request.method !== 'GET' || /\.js(on)?$|\.map$/.test(pathname.replace('/platform.json', ''))) return next();
      const { type, body } = await answer(pathname);
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    });
  };
