import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Platform, PublicRemote } from '@ki/shared/contract/registry.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import type { ServerConfig } from '@rsbuild/core';
import { z } from 'zod';
import { SITE_NAME } from '../../src/app/head/head-of.ts';
import { PAGE_STATE_ID, type PageState } from '../../src/app/page-state.ts';
import { readConfig } from '../config.ts';
import { documentOf } from './document.ts';
import { DOCUMENT_HEADERS } from './security-headers.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const SCRIPT = { src: '/assets/js/index.js', integrity: '' };

const remotesSchema = z.record(z.string(), z.url());
const packageSchema = z.object({ remote: z.object({ routes: z.array(z.string()), staffOnly: z.boolean() }) });

/** What the remote's package says now: a pattern that was added counts from the next document on. */
function remoteAt(name: string, origin: string): PublicRemote {
  const manifest: unknown = JSON.parse(readFileSync(path.join(ROOT, name, 'package.json'), 'utf8'));
  return {
    ...packageSchema.parse(manifest).remote,
    version: 'development',
    manifest: `${origin}/mf-manifest.json`,
    entry: `${origin}/remoteEntry.js`,
    integrity: '',
  };
}

/** The remotes stand in `REMOTES`: `{ "mf-blog": "http://127.0.0.1:3001", … }`. */
function platformOf(environment: NodeJS.ProcessEnv): Platform {
  const origins = remotesSchema.parse(JSON.parse(environment.REMOTES ?? '{}'));
  const remotes = Object.entries(origins).map(([name, origin]) => [name, remoteAt(name, origin)] as const);
  const { supabase } = readConfig(environment);
  return { contract: CONTRACT, supabase, remotes: Object.fromEntries(remotes) };
}

/**
 * Before any script: keeps what React registers with its developer tools, so that the copy of Fast Refresh that each
 * remote brings finds the one React that draws the page. Without it a change in a remote does nothing, and says nothing.
 */
const KEEP_RENDERERS = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject(renderer) { return this.renderers.set(this.renderers.size + 1, renderer).size; },
  onScheduleFiberRoot() {},
  onCommitFiberRoot() {},
  onCommitFiberUnmount() {},
};`;

/** The document of every page: empty, and the browser renders. */
function emptyDocument(platform: Platform): string {
  const state: PageState = { platform, rendered: false, remote: null, loaderData: {}, overlayHeader: false };
  const page = {
    status: 200,
    title: SITE_NAME,
    tags: [],
    jsonLd: [],
    html: '',
    styles: '',
    state: JSON.stringify(state),
    hydrate: 'load' as const,
    early: null,
    failure: null,
    routeIds: [],
  };
  const parts = { page, pageStateId: PAGE_STATE_ID, app: [SCRIPT], starter: [], early: [], hints: [] };
  return documentOf(parts).replace('<head>', `<head><script>${KEEP_RENDERERS}</script>`);
}

function answer(pathname: string): { type: string; body: string } {
  const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
  if (pathname === '/healthz' || pathname === '/readyz') return json({ status: 'ok' });
  const platform = platformOf(process.env);
  if (pathname === '/platform.json') return json(platform);
  return { type: DOCUMENT_HEADERS['content-type'], body: emptyDocument(platform) };
}

/**
 * The part of the shell's server that its dev server stands in for: pages that the browser renders, without a policy,
 * which hot reload and the overlay with its errors would break.
 */
export const developmentServer: ServerConfig['setup'] =
  ({ server }) =>
  () => {
    server.middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (request.method !== 'GET' || /\.js(on)?$|\.map$/.test(pathname.replace('/platform.json', ''))) return next();
      const { type, body } = answer(pathname);
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    });
  };
