import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { applySite } from '@ki/shared/contract/site.ts';
import { connect, reader } from '@ki/shared/data/clients.ts';
import { readSite, siteOf } from '@ki/shared/data/site.ts';
import { sessionStore, startSession } from '@ki/shared/session/session-store.ts';
import { GlobalStyle } from '@ki/shared/ui/global-style.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom';
import { FrameBar } from './frame-bar.tsx';

function frameOf(remote: RemoteModule): RouteObject {
  return {
    id: 'frame',
    HydrateFallback: () => <p>Loading...</p>,
    element: (
      <>
        <GlobalStyle />
        <FrameBar remote={remote} />
        <main>
          <Outlet />
        </main>
      </>
    ),
    children: [...remote.routes, { path: '*', element: <EmptyState lang="en" text={`Not a page of ${remote.id}.`} /> }],
  };
}

/** The policy of live pages refuses `style=` in the HTML of the server; here React writes it by script. */
function refuseStyleAttributes(root: Element): void {
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    for (const element of added.flatMap((one) => [one, ...one.querySelectorAll('[style]')])) {
      if (!element.hasAttribute('style')) continue;
      console.error('style= is refused in live pages; write its rules with styled-components:', element.cloneNode());
      element.removeAttribute('style');
    }
  }).observe(root, { childList: true, subtree: true });
}

/** Renders a remote without a shell or federation: all singletons are bundled, and the data comes from the local backend. */
export async function openFrame(remote: RemoteModule): Promise<void> {
  connect({ url: process.env.SUPABASE_URL ?? '', key: process.env.SUPABASE_PUBLISHABLE_KEY ?? '' });
  applySite(siteOf(await readSite(await reader())));
  document.title = remote.id;
  const router = createBrowserRouter([frameOf(remote)]);
  // Row-level security depends on the session, so a change of it reloads the data.
  sessionStore.subscribe(() => void router.revalidate());
  void startSession();
  const root = document.getElementById('root') as HTMLElement;
  refuseStyleAttributes(root);
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
