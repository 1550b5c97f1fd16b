import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Hydration, RemoteModule, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from 'react-router-dom';
import { hasOverrides } from '../overrides/overrides.ts';
import { isBrowserOnly } from '../remotes/browser-only.ts';
import { ownerOf } from '../remotes/owner.ts';
import { headOf } from './head/head-of.ts';
import { headTags, type Tag, titleOf } from './head/head-tags.ts';
import { missingHead } from './head/missing-head.ts';
import { type LoadRequest, query, type Redirected, statusByResults, thrownBy } from './load.ts';
import type { PageState } from './page-state.ts';
import { renderToHtml } from './render-to-html.tsx';
import { CATCH_ALL } from './route-ids.ts';
import { ShellProvider } from './shell-context.ts';

export interface RenderRequest extends Omit<LoadRequest, 'remote'> {
  readonly platform: Platform;
  /** The owner's module, or `null` when nobody owns the address, its owner is for staff only, or it cannot be loaded. */
  readonly remote: RemoteModule | null;
}

export interface RenderedPage {
  readonly status: number;
  readonly title: string;
  readonly tags: readonly Tag[];
  readonly jsonLd: readonly Readonly<Record<string, unknown>>[];
  /** In UTF-8. */
  readonly html: Buffer<ArrayBuffer>;
  /** `<style>` elements. */
  readonly styles: string;
  readonly state: PageState;
  readonly hydrate: Hydration;
  /** Name of the script that the page runs before it is alive. */
  readonly early: string | null;
  /** What a loader or a component of the page threw, else `null`. */
  readonly failure: string | null;
  /** Ids of the matched routes, outermost first: the names of the chunks that the browser will need. */
  readonly routeIds: readonly string[];
}

/** When the page comes alive, and what it does until then. What could not be rendered is tried again in the browser, at once. */
function lifeOf(matches: readonly { readonly handle: unknown }[], url: URL, isWhole: boolean) {
  const handle: RouteHandle = Object.assign({}, ...matches.map((match) => match.handle));
  const { hydrate: asked = 'interaction', early = null } = handle;
  const hydrate = !isWhole ? 'load' : typeof asked === 'function' ? asked(url) : asked;
  return { hydrate, early: hydrate === 'load' ? null : early };
}

function statusOfPage(context: StaticHandlerContext, owner: string | undefined, isLeftToBrowser: boolean): number {
  if (context.errors) return context.statusCode === 200 ? 500 : context.statusCode;
  if (context.matches.at(-1)?.route.id !== CATCH_ALL) return statusByResults(context.loaderData);
  if (isLeftToBrowser) return 200;
  return owner ? 503 : 404;
}

/** Renders one page for an anonymous visitor: loads its data, waits for all of it, and returns HTML and state. */
export async function render({ url, platform, remote, signal }: RenderRequest): Promise<RenderedPage | Redirected> {
  const loaded = await query({ url, remote, signal });
  if ('location' in loaded) return loaded;
  const { context, routes } = loaded;

  const owner = ownerOf(platform.remotes, url.pathname);
  const isLeftToBrowser = owner !== undefined && isBrowserOnly(platform.remotes[owner]);
  const remotes = {
    owner: (pathname: string) => ownerOf(platform.remotes, pathname),
    isMounted: (name: string) => name === remote?.id,
    isStaffOnly: (name: string) => platform.remotes[name]?.staffOnly ?? false,
    versionOf: (name: string) => platform.remotes[name]?.version ?? '',
    problemOf: () => null,
    loadPage: () => Promise.reject(new Error('remotes are not loaded while rendering')),
  };
  const router = createStaticRouter(routes, context);
  const { html, styles, failure } = await renderToHtml(
    <ShellProvider value={{ platform, remotes, isOfDocument: () => true, stranded: null }}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </ShellProvider>,
    signal,
  );

  const status = statusOfPage(context, owner, isLeftToBrowser);
  const matches = context.matches.map(({ route, params }) => ({
    id: route.id as string,
    handle: route.handle as unknown,
    params,
    data: context.loaderData[route.id as string] as unknown,
  }));
  const head = context.errors
    ? { title: 'Fehler', noindex: true }
    : headOf(matches, url, () => missingHead(url.pathname, { platform, remotes }));
  const rendered = !context.errors && !isLeftToBrowser && (owner === undefined || remote !== null);
  return {
    ...lifeOf(matches, url, rendered && failure === null && !hasOverrides(platform)),
    status: failure !== null && status === 200 ? 500 : status,
    failure: failure ?? thrownBy(context),
    title: titleOf(head),
    tags: headTags(head, url),
    jsonLd: head.jsonLd ?? [],
    html,
    styles,
    state: {
      platform,
      rendered,
      remote: remote?.id ?? null,
      loaderData: context.loaderData,
      overlayHeader: matches.some(({ handle }) => (handle as RouteHandle | undefined)?.overlayHeader),
    },
    routeIds: context.matches.map(({ route }) => route.id as string),
  };
}
