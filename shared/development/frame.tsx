import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { connect } from '@ki/shared/data/clients.ts';
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

/** Renders a remote without a shell or federation: all singletons are bundled, and the data comes from the local backend. */
export function openFrame(remote: RemoteModule): void {
  connect({ url: process.env.SUPABASE_URL ?? '', key: process.env.SUPABASE_PUBLISHABLE_KEY ?? '' });
  document.title = remote.id;
  const router = createBrowserRouter([frameOf(remote)]);
  // Row-level security depends on the session, so a change of it reloads the data.
  sessionStore.subscribe(() => void router.revalidate());
  void startSession();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
