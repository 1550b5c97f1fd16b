import { connect } from '@ki/shared/data/clients.ts';
import { startSession } from '@ki/shared/session/session-store.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { adoptTokens } from './app/adopt-tokens.ts';
import { Alive } from './app/alive.tsx';
import { createAskedData } from './app/data/asked-data.ts';
import { askingFirst } from './app/data/asking-first.ts';
import { drawPagesInLongSlices } from './app/long-slices.ts';
import { PAGE_STATE_ID, type PageState } from './app/page-state.ts';
import { pause } from './app/pause.ts';
import { followPlainLinks } from './app/plain-links.ts';
import { forgetRequestId } from './app/request-id.ts';
import { ROOT } from './app/route-ids.ts';
import { shellRoutes } from './app/routes.tsx';
import { ShellProvider } from './app/shell-context.ts';
import { hasOverrides } from './overrides/overrides.ts';
import { adoptRoutes } from './remotes/adopt.tsx';
import { registerPlatform } from './remotes/federation.ts';
import { fetchPagesAhead } from './remotes/fetch-ahead.ts';
import { createRemotes, type Remotes } from './remotes/remotes.ts';
import { watchInput } from './remotes/unsaved-input.ts';

const isDevelopment = process.env.NODE_ENV === 'development';

function readPageState(): PageState {
  return JSON.parse(document.getElementById(PAGE_STATE_ID)?.textContent ?? '') as PageState;
}

/** Takes the loaded code of the matched pages into the routes, so that adopting the server's HTML need not wait for it. */
async function resolveLazy(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, location.pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/** How the page that came can be brought to life. */
type Boarding =
  | { readonly kind: 'adopt'; readonly routes: RouteObject[] }
  /** It was rendered by a version that cannot be loaded here: the one that can renders it again. */
  | { readonly kind: 'render' }
  | { readonly kind: 'stranded' };

async function board(remotes: Remotes, name: string, renderedBy: string): Promise<Boarding> {
  try {
    await remotes.loadPage(name, location.pathname);
    if (remotes.versionOf(name) !== renderedBy) return { kind: 'render' };
    const routes = adoptRoutes(await remotes.load(name));
    await resolveLazy(routes);
    remotes.noteMounted(name);
    return { kind: 'adopt', routes };
  } catch (error) {
    console.error('the code of this page could not be loaded:', error);
    return { kind: 'stranded' };
  }
}

/** Takes over the page that came, or renders it. */
export async function boot(): Promise<void> {
  const { platform, rendered, remote, loaderData, overlayHeader } = readPageState();
  connect(platform.supabase);
  registerPlatform(platform.remotes);
  adoptTokens();
  void startSession();
  watchInput();

  const remotes = createRemotes(platform.remotes);
  // Code that is being written runs as it is, and reads for itself.
  const asked = isDevelopment || hasOverrides(platform) ? null : createAskedData(remotes);
  const asking = (name: string | undefined, routes: RouteObject[]) =>
    asked && name && !remotes.isStaffOnly(name) ? askingFirst(routes, asked) : routes;
  const owner = rendered && remote ? remote : null;
  const boarding = owner ? await board(remotes, owner, remotes.versionOf(owner)) : null;
  // The code of the page has just been evaluated, which took a while.
  await pause();
  const isStranded = boarding?.kind === 'stranded';
  const isAdopted = rendered && boarding?.kind !== 'render';

  const router = createBrowserRouter(
    shellRoutes(boarding?.kind === 'adopt' && owner ? asking(owner, boarding.routes) : []),
    {
      ...(isAdopted ? { hydrationData: { loaderData: isStranded ? {} : loaderData } } : {}),
      patchRoutesOnNavigation: ({ path, patch }) =>
        remotes.discover(path, (found) => patch(ROOT, asking(remotes.owner(path), found))),
    },
  );
  let documentKey: string | null = router.state.location.key;
  let wasLeft = false;
  router.subscribe(({ location: { key } }) => {
    if (key !== documentKey) {
      wasLeft = true;
      forgetRequestId();
    } else if (wasLeft) documentKey = null;
  });
  const isOfDocument = (key: string) => key === documentKey;
  const stranded = isStranded && owner ? { remote: owner, overlayHeader } : null;
  const app = (
    <StrictMode>
      <ShellProvider value={{ platform, remotes, isOfDocument, stranded }}>
        <RouterProvider router={router} />
        <Alive />
      </ShellProvider>
    </StrictMode>
  );
  const container = document.getElementById('root') as HTMLElement;
  // In slices: taking over a long page must not keep a reader's tap waiting.
  if (isAdopted) startTransition(() => void hydrateRoot(container, app));
  else createRoot(container).render(app);
  fetchPagesAhead(remotes, asked);
  followPlainLinks(router);
  drawPagesInLongSlices(router);
}
