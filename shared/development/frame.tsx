import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { applySite } from '@ki/shared/contract/site.ts';
import { connect, reader } from '@ki/shared/data/clients.ts';
import { readSite, siteOf } from '@ki/shared/data/site.ts';
import { sessionStore, signIn, signOut, startSession } from '@ki/shared/session/session-store.ts';
import { unsavedInputOf } from '@ki/shared/session/unsaved-input.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { GlobalStyle, MODAL } from '@ki/shared/ui/global-style.tsx';
import { Cluster, Container } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { StrictMode, useActionState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, Outlet, type RouteObject, RouterProvider } from 'react-router-dom';
import styled, { createGlobalStyle } from 'styled-components';

/** Signs in to the backend. The development frame has no `/login`. */
function FrameSignIn() {
  const [errorText, action, busy] = useActionState(
    (_before: string | null, form: FormData) => signIn(String(form.get('email')), String(form.get('password'))),
    null,
  );
  return (
    <Cluster as="form" action={action}>
      <TextField
        label="Email"
        labelHidden
        placeholder="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
      />
      <TextField
        label="Password"
        labelHidden
        placeholder="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="secondary" size="small" busy={busy}>
        Sign In
      </Button>
      {errorText !== null && <p role="alert">{errorText}</p>}
    </Cluster>
  );
}

const Bar = styled.header`
  padding-block: ${space[3]};
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};
`;

const staticPaths = ({ routes }: RemoteModule) =>
  routes.flatMap(({ path }) => (path && !/[:*]/.test(path) ? [path] : []));

const ModalStyle = createGlobalStyle`${MODAL}`;

function leave(account: string): void {
  const input = unsavedInputOf(account);
  if (input.length === 0 || confirm(`Delete this unsaved input? ${input.join(', ')}`)) void signOut();
}

/** Navigation and sign-in above the pages of a remote in development. */
function FrameBar({ remote }: { remote: RemoteModule }) {
  const session = useSession();
  return (
    <Bar lang="en">
      <Container>
        <Cluster $gap={5} $justify="space-between">
          <Cluster as="nav" $gap={4} aria-label={remote.id}>
            <strong>{remote.id}</strong>
            {staticPaths(remote).map((address) => (
              <Link key={address} to={address}>
                {address}
              </Link>
            ))}
          </Cluster>
          {session.status === 'anonymous' && <FrameSignIn />}
          {session.user && (
            <Button variant="quiet" size="small" onClick={() => leave(session.user.id)}>
              Sign out {session.user.email}
            </Button>
          )}
        </Cluster>
      </Container>
    </Bar>
  );
}

function frameOf(remote: RemoteModule): RouteObject {
  return {
    id: 'frame',
    HydrateFallback: () => <p>Loading...</p>,
    element: (
      <>
        <GlobalStyle />
        <ModalStyle />
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
