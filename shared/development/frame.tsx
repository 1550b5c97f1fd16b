import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { connect } from '@ki/shared/data/clients.ts';
import { sessionStore, startSession } from '@ki/shared/session/session-store.ts';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { GlobalStyle } from '@ki/shared/ui/global-style.tsx';
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

/**
 * Opens a remote alone, without a shell: its pages in the site's style, below a bar with their addresses, on the data of
 * the backend that runs beside it. Nothing is federated here: singletons are bundled like everything else.
 */
export function openFrame(remote: RemoteModule): void {
  connect({ url: process.env.SUPABASE_URL ?? '', key: process.env.SUPABASE_PUBLISHABLE_KEY ?? '' });
  document.title = remote.id;
  const router = createBrowserRouter([frameOf(remote)]);
  // What a page may read depends on who is signed in.
  sessionStore.subscribe(() => void router.revalidate());
  void startSession();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
