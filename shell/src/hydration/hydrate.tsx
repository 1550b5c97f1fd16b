import { paths } from '@ki/shared/contract/paths.ts';
import { REPLAYED } from '@ki/shared/contract/pre-hydration.ts';
import { applySite, type SiteLink, siteOfDocument } from '@ki/shared/contract/site.ts';
import { connect } from '@ki/shared/data/clients.ts';
import { sessionStore, startSession } from '@ki/shared/session/session-store.ts';
import { onLinkIntent } from '@ki/shared/ui/browser/link-intent.ts';
import { StrictMode, startTransition, useEffect } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { unstable_forceFrameRate as setFrameRate } from 'scheduler';
import { ROOT } from '../app/document-head.ts';
import { PAGE_STATE_ID, type PageState, removeRequestId } from '../app/page-state.ts';
import { shellRoutes } from '../app/routes.tsx';
import { ShellProvider } from '../app/shell-context.ts';
import { createLoaderData, type LoaderDataSource, singleFetch } from '../app/single-fetch.ts';
import { hasOverrides } from '../overrides/overrides.ts';
import { createCrossing } from '../remotes/crossing.ts';
import { registerPlatform } from '../remotes/federation.ts';
import { watchInput } from '../remotes/recovery.ts';
import { createRemotes, mountRoutes, type Remotes } from '../remotes/remotes.tsx';
import { followElements } from './counterparts.ts';
import type { ReplayEvents } from './event-recorder.ts';
import { replayEvents } from './event-replay.ts';
import { HYDRATED } from './events.ts';
import { crossByLinks, followPageLinks, prefetchDocument, unmarkReusedLinks } from './links.ts';

/** A task of its own keeps the listeners of the event out of React's render. */
function Hydrated({ replay }: { readonly replay: ReplayEvents }): null {
  useEffect(() => {
    const timer = setTimeout(() => {
      document.documentElement.dataset.hydrated = '';
      dispatchEvent(new CustomEvent(HYDRATED, { detail: replay }));
    });
    return () => clearTimeout(timer);
  }, [replay]);
  return null;
}

const isDevelopment = process.env.NODE_ENV === 'development';

const linksIn = (place: 'menu' | 'footer'): SiteLink[] =>
  [...document.querySelectorAll(`[data-site=${place}] a`)].map((link) => ({
    label: link.textContent,
    address: link.getAttribute('href') ?? '',
  }));

const shownSite = () => ({
  claim: document.querySelector('[data-site=claim]')?.textContent ?? '',
  menu: linksIn('menu'),
  footer: linksIn('footer'),
});

/** Resolves lazy routes first, as React would wait for them while it hydrates. */
async function resolveLazy(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, location.pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

type PreparedPage = { readonly kind: 'hydrate'; readonly routes: RouteObject[] } | { readonly kind: 'failed' };

async function prepare(remotes: Remotes, name: string): Promise<PreparedPage> {
  try {
    await remotes.loadPage(name, location.pathname);
    const routes = mountRoutes(await remotes.load(name));
    await resolveLazy(routes);
    remotes.noteMounted(name);
    return { kind: 'hydrate', routes };
  } catch (error) {
    console.error('the code of this page could not be loaded:', error);
    return { kind: 'failed' };
  }
}

/** Code, and data of addresses without a query; of another generation's pages their documents. */
function prefetchPages(remotes: Remotes, source: LoaderDataSource | null): void {
  const prefetched = new Set<string>();
  unmarkReusedLinks();
  onLinkIntent((link) => {
    const { pathname, search } = link;
    const owner = remotes.owner(pathname);
    if (remotes.isElsewhere(owner)) {
      prefetchDocument(link);
      return;
    }
    if (search === '') source?.prefetch(pathname);
    if (!owner || prefetched.has(pathname) || remotes.isStaffOnly(owner)) return;
    prefetched.add(pathname);
    // The click tries again and reports a failure.
    remotes.loadPage(owner, pathname).catch(() => prefetched.delete(pathname));
  }, new AbortController().signal);
}

type Router = ReturnType<typeof createBrowserRouter>;

function followDocument(router: Router): (locationKey: string) => boolean {
  let documentKey: string | null = router.state.location.key;
  let wasLeft = false;
  router.subscribe(({ location: { key } }) => {
    if (key !== documentKey) {
      wasLeft = true;
      removeRequestId();
    } else if (wasLeft) documentKey = null;
  });
  return (key) => key === documentKey;
}

/**
 * A translation moves texts into elements of its own, also after hydration. React then removes them from, and inserts
 * others before them in, the element where it has put them: the DOM would throw, and the page be replaced by an error.
 */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const parent = this.contains(child) ? child.parentNode : null;
      return parent ? removeChild.call(parent, child) : child;
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      let place = next;
      while (place && place.parentNode !== this) place = place.parentNode;
      return insertBefore.call(this, node, place);
    },
  });
}

/** Slices of 30 ms delay no input noticeably. */
const LONG_SLICES = 33;
const DEFAULT_SLICES = 0;

type Place = Pick<Location, 'pathname'>;

/** The part of a router that says where it goes. */
interface Navigating {
  readonly subscribe: (
    listener: (state: {
      readonly location: Place;
      readonly navigation: { readonly location?: Place | undefined };
    }) => void,
  ) => () => void;
}

/** The browser recalculates all styles after each slice, which takes longer than the page when slices are short. */
export function renderInLongSlices(router: Navigating): void {
  const reset = () => setFrameRate(DEFAULT_SLICES);
  for (const input of ['pointerdown', 'keydown']) {
    addEventListener(input, reset, { capture: true, passive: true });
  }
  let target: Place | undefined;
  router.subscribe(({ location, navigation }) => {
    // The router notifies several times for one navigation.
    if (navigation.location === target) return;
    target = navigation.location;
    if (target && target.pathname !== location.pathname) setFrameRate(LONG_SLICES);
  });
}

/** React has rendered anew what something else changed in the document. */
const onRecoverableError = (error: unknown) => console.warn('the document was not hydrated as it is:', error);

type ReactDom = typeof import('react-dom/client');

export async function hydratePage(reactDom: Promise<ReactDom>, pause: () => Promise<void>): Promise<void> {
  const state = JSON.parse(document.getElementById(PAGE_STATE_ID)?.textContent ?? '') as PageState;
  const { platform, site, rendered, remote, loaderData, overlayHeader } = state;
  applySite(siteOfDocument(site, shownSite()));
  connect(platform.supabase);
  registerPlatform(platform.remotes);
  // Empty pages show what to do next to staff, in documents that are the same for everybody (`EmptyState`).
  sessionStore.subscribe(({ status }) =>
    document.documentElement.toggleAttribute('data-signed-in', status === 'signed-in'),
  );
  void startSession();
  watchInput();

  const crossing = createCrossing();
  const unowned = rendered && remote === null ? location.pathname : null;
  const remotes = createRemotes(platform.remotes, { unowned, cross: crossing.to });
  // Code from a development server reads its data in the browser.
  const source = isDevelopment || hasOverrides(platform) ? null : createLoaderData(remotes);
  const withSource = (name: string | undefined, routes: RouteObject[]) =>
    source && name && !remotes.isStaffOnly(name) ? singleFetch(routes, source, () => router) : routes;
  const owner = rendered && remote ? remote : null;
  const prepared = owner ? await prepare(remotes, owner) : null;
  // The page's code took a while to evaluate.
  await pause();
  const hasFailed = prepared?.kind === 'failed';

  const routes = shellRoutes(prepared?.kind === 'hydrate' && owner ? withSource(owner, prepared.routes) : []);
  await resolveLazy(routes);
  // A step in the history has asked for another document meanwhile.
  if (document.documentElement.dataset.left !== undefined) return;
  const router = createBrowserRouter(routes, {
    ...(rendered ? { hydrationData: { loaderData: hasFailed ? {} : loaderData } } : {}),
    patchRoutesOnNavigation: ({ path, patch, signal }) =>
      remotes.discover(path, (found) => patch(ROOT, withSource(remotes.owner(path), found)), signal),
  });
  crossing.follow(router);
  const isOfDocument = followDocument(router);
  const failedHydration = hasFailed && owner ? { remote: owner, overlayHeader } : null;
  const container = document.getElementById('root') as HTMLElement;
  const following = new AbortController();
  const counterpartOf = followElements(container, following.signal);
  const replay: ReplayEvents = (recorder) =>
    replayEvents(recorder, counterpartOf).finally(() => {
      following.abort();
      // Hydration would be slower with methods that were replaced before.
      tolerateForeignNodes();
      dispatchEvent(new Event(REPLAYED));
    });
  const app = (
    <StrictMode>
      <ShellProvider value={{ platform, remotes, isOfDocument, isServerRendered: rendered, failedHydration }}>
        <RouterProvider router={router} />
        <Hydrated replay={replay} />
      </ShellProvider>
    </StrictMode>
  );
  const { createRoot, hydrateRoot } = await reactDom;
  await pause();
  if (rendered) startTransition(() => void hydrateRoot(container, app, { onRecoverableError }));
  else createRoot(container).render(app);
  prefetchPages(remotes, source);
  /** The server knows where an address without an owner leads. */
  const isDocument = ({ pathname }: HTMLAnchorElement) => {
    const name = remotes.owner(pathname);
    return name === undefined ? pathname !== paths.login : remotes.isElsewhere(name);
  };
  crossByLinks((link) => isDocument(link) && crossing.byLink(link));
  followPageLinks(router);
  renderInLongSlices(router);
}
