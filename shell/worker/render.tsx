import { Writable } from 'node:stream';
import { loaderContext, type Preview } from '@ki/shared/contract/preview.ts';
import type { Platform } from '@ki/shared/contract/registry.ts';
import type { RemoteModule, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { isResult, statusOf } from '@ki/shared/contract/result.ts';
import { sentSite, site } from '@ki/shared/contract/site.ts';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { CATCH_ALL, headOf, headTags, settleData, type Tag, titleOf } from '../src/app/document-head.ts';
import type { PageState } from '../src/app/page-state.ts';
import { shellRoutes } from '../src/app/routes.tsx';
import { ShellProvider } from '../src/app/shell-context.ts';
import { SITE_MENU } from '../src/layout/site-header.tsx';
import { hasOverrides } from '../src/overrides/overrides.ts';
import { isBrowserOnly, ownerOf } from '../src/remotes/owner.ts';
import { mountRoutes } from '../src/remotes/remotes.tsx';
import { pageStyles } from './page-styles.ts';
import { textAt } from './resources.ts';

interface LoadRequest {
  readonly url: URL;
  /** `null` without an owner, for staff pages, and when the module cannot be loaded. */
  readonly remote: RemoteModule | null;
  readonly signal: AbortSignal;
  readonly preview?: Preview | undefined;
}

type Handler = ReturnType<typeof createStaticHandler>;
const handlers = new WeakMap<RemoteModule, Handler>();
let shellHandler: Handler | undefined;

function handlerFor(remote: RemoteModule | null): Handler {
  if (!remote) {
    shellHandler ??= createStaticHandler(shellRoutes());
    return shellHandler;
  }
  const known = handlers.get(remote);
  if (known) return known;
  const handler = createStaticHandler(shellRoutes(mountRoutes(remote)));
  handlers.set(remote, handler);
  return handler;
}

/** A failed read outweighs a missing row. */
function statusByResults(loaderData: StaticHandlerContext['loaderData']): number {
  const statuses = Object.values(loaderData)
    .flatMap((data): unknown[] => Object.values(Object(data)))
    .flatMap((value) => (isResult(value) && !value.ok ? [statusOf(value.code)] : []));
  return Math.max(200, ...statuses);
}

function thrownBy({ errors, statusCode }: StaticHandlerContext): string | null {
  const [error] = Object.values(errors ?? {});
  return error === undefined || (isRouteErrorResponse(error) && statusCode < 500) ? null : String(error);
}

type Queried =
  | { readonly context: StaticHandlerContext; readonly routes: Handler['dataRoutes'] }
  | { readonly status: number; readonly location: string };

/** Runs the loaders of an address for an anonymous visitor and awaits their reads. */
async function query({ url, remote, signal, preview }: LoadRequest): Promise<Queried> {
  const handler = handlerFor(remote);
  const context = await handler.query(new Request(url, { signal }), { requestContext: loaderContext(preview) });
  if (context instanceof Response) return { status: context.status, location: context.headers.get('location') ?? '/' };
  for (const [id, data] of Object.entries(context.loaderData)) context.loaderData[id] = await settleData(data);
  return { context, routes: handler.dataRoutes };
}

export async function load(request: LoadRequest) {
  const loaded = await query(request);
  if ('location' in loaded) return loaded;
  const { context } = loaded;
  const { loaderData, errors, statusCode } = context;
  const status = errors ? Math.max(statusCode, 400) : statusByResults(loaderData);
  return { status, failure: thrownBy(context), loaderData };
}

interface Html {
  readonly html: Buffer<ArrayBuffer>;
  readonly styles: string;
  /** A component's exception, else `null`; the browser renders its boundary again. */
  readonly failure: string | null;
}

/** Rejects when the tree has no boundary for an exception. */
function renderToHtml(tree: ReactNode, remote: RemoteModule | null, signal: AbortSignal): Promise<Html> {
  const sheet = new ServerStyleSheet();
  return new Promise<Html>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failure: string | null = null;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        const html = Buffer.concat(chunks);
        resolve({ html, styles: pageStyles(sheet, html.toString('utf8'), remote), failure });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(sheet.collectStyles(tree), {
      // A finite chunk size would make inline scripts move content into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError(error) {
        failure ??= String(error);
        console.error('render:', error);
      },
    });
    signal.addEventListener('abort', () => abort(signal.reason), { once: true });
  }).finally(() => sheet.seal());
}

/** A page that failed to render hydrates at once. */
function lifeOf(matches: readonly { readonly handle: unknown }[], url: URL, isWhole: boolean) {
  const handle: RouteHandle = Object.assign({}, ...matches.map((match) => match.handle));
  const { hydrate: asked = 'interaction', preHydration = null } = handle;
  const hydrate = !isWhole ? 'load' : typeof asked === 'function' ? asked(url) : asked;
  return { hydrate, preHydration: hydrate === 'load' ? null : preHydration };
}

function statusOfPage(context: StaticHandlerContext, owner: string | undefined, isLeftToBrowser: boolean): number {
  if (context.errors) return context.statusCode === 200 ? 500 : context.statusCode;
  if (context.matches.at(-1)?.route.id !== CATCH_ALL) return statusByResults(context.loaderData);
  if (isLeftToBrowser) return 200;
  return owner ? 503 : 404;
}

/** The link to the text of a record's page. Lists do without, as their documents are at the limit of their weight. */
function textLink(remote: RemoteModule | null, { pathname, search }: URL): Tag[] {
  if (!remote || search !== '' || !textAt(remote, pathname)?.entry.path.includes(':')) return [];
  return [{ name: 'link', attributes: { rel: 'alternate', type: 'text/markdown', href: `${pathname}.md` } }];
}

export async function render({
  url,
  platform,
  owner,
  remote,
  signal,
  preview,
}: LoadRequest & { readonly platform: Platform; readonly owner: string | undefined }) {
  const loaded = await query({ url, remote, signal, preview });
  if ('location' in loaded) return loaded;
  const { context, routes } = loaded;

  const isLeftToBrowser = owner !== undefined && isBrowserOnly(platform.remotes[owner]);
  const remotes = {
    owner: (pathname: string) => (pathname === url.pathname ? owner : ownerOf(platform.remotes, pathname)),
    isMounted: (name: string) => remote !== null && name === owner,
    isStaffOnly: (name: string) => platform.remotes[name]?.staffOnly ?? false,
    versionOf: (name: string) => platform.remotes[name]?.version ?? '',
    failureOf: () => null,
    loadPage: () => Promise.reject(new Error('remotes are not loaded while rendering')),
  };
  const router = createStaticRouter(routes, context);
  const { html, styles, failure } = await renderToHtml(
    <ShellProvider
      value={{ platform, remotes, isOfDocument: () => true, isServerRendered: true, failedHydration: null }}
    >
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </ShellProvider>,
    remote,
    signal,
  );

  const status = statusOfPage(context, owner, isLeftToBrowser);
  const matches = context.matches.map(({ route, params }) => ({
    id: route.id as string,
    handle: route.handle as unknown,
    params,
    data: context.loaderData[route.id as string] as unknown,
  }));
  const ownHead = context.errors ? { title: 'Fehler', noindex: true } : headOf(matches, url, { platform, remotes });
  const head = preview ? { title: `Vorschau: ${ownHead.title}`, noindex: true } : ownHead;
  const rendered = !context.errors && !isLeftToBrowser && (owner === undefined || remote !== null);
  return {
    ...lifeOf(matches, url, rendered && failure === null && !hasOverrides(platform)),
    language: site().language,
    status: failure !== null && status === 200 ? 500 : status,
    failure: failure ?? thrownBy(context),
    title: titleOf(head),
    tags: [...headTags(head, url), ...(status === 200 && !head.noindex ? textLink(remote, url) : [])],
    jsonLd: head.jsonLd ?? [],
    html,
    styles,
    state: {
      platform,
      site: sentSite(site(), html.includes(SITE_MENU)),
      rendered,
      remote: remote?.id ?? null,
      loaderData: context.loaderData,
      overlayHeader: matches.some(({ handle }) => (handle as RouteHandle | undefined)?.overlayHeader),
    } satisfies PageState,
    /** Ids of the matched routes, outermost first: the names of their chunks. */
    routeIds: context.matches.map(({ route }) => route.id as string),
  };
}
