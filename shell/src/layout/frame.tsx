import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { ServerHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { useBrowser } from '@ki/shared/ui/browser/use-browser.ts';
import { GlobalStyle } from '@ki/shared/ui/global-style.tsx';
import { SkipLink } from '@ki/shared/ui/page/skip-link.ts';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import styled from 'styled-components';
import { isMissingPage, useDocumentHead } from '../app/document-head.ts';
import { useShell } from '../app/shell-context.ts';
import { hasOverrides, OVERRIDES_PARAMETER } from '../overrides/overrides.ts';
import { HydrationFailedNotice, Missing } from '../remotes/failure-notices.tsx';
import { loginPath } from '../session/next-page.ts';
import { Loading } from './loading.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

export function Guard({ staffOnly, children }: { readonly staffOnly: boolean; readonly children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (!staffOnly || session.status === 'signed-in') return children;
  if (session.status === 'unknown') return <Loading />;
  // A sign-out returns to no page, an expired session to the same one.
  const isSignedOut = session.status === 'anonymous' && session.ended === 'by-user';
  return <Navigate to={isSignedOut ? paths.login : loginPath(pathname + search)} replace />;
}

const OverrideTools = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const module = await import(/* webpackChunkName: "overrides" */ '../overrides/override-tools.tsx');
    return { default: module.OverrideTools };
  } catch (error) {
    console.error('overrides:', error);
    return { default: () => null };
  }
});

function ForDevelopers() {
  const { platform } = useShell();
  const { search } = useLocation();
  // The server's HTML has no tools, so they appear after hydration only.
  const hydrated = useBrowser();
  const [isOverridden] = useState(() => hasOverrides(platform));
  const isAsked = new URLSearchParams(search).has(OVERRIDES_PARAMETER);
  if (!hydrated || !(isAsked || isOverridden)) return null;
  return (
    <Suspense>
      <OverrideTools />
    </Suspense>
  );
}

const Main = styled.main<{ $alone: boolean }>`
  @media screen {
    min-block-size: calc(100svh - ${(props) => (props.$alone ? '16.5rem' : '18rem')});
  }
`;

export function Frame() {
  useDocumentHead();
  const { pathname, key } = useLocation();
  const { remotes, isOfDocument, failedHydration } = useShell();
  const matches = useMatches();
  const isMissing = isMissingPage(matches, pathname, remotes);
  const hasFailedToHydrate = failedHydration !== null && isOfDocument(key) && isMissing;
  const handle: RouteHandle = Object.assign({}, ...matches.map((match) => match.handle));
  const { frame = 'site', overlayHeader = false } = (hasFailedToHydrate ? failedHydration : handle) as RouteHandle;
  const owner = remotes.owner(pathname);
  const staffOnly = owner !== undefined && remotes.isStaffOnly(owner);
  // Staff pages bring a skip link of their own, unless their code cannot be loaded.
  const hasOwnFrame = staffOnly && !(isMissing && remotes.failureOf(owner));
  const bare = frame === 'bare' || hasOwnFrame;
  return (
    <>
      <GlobalStyle />
      {!hasOwnFrame && <SkipLink href="#content">Zum Inhalt springen</SkipLink>}
      {!bare && <SiteHeader overlay={overlayHeader} />}
      <Main id="content" tabIndex={-1} $alone={overlayHeader}>
        <ServerHtml key={hasFailedToHydrate ? 'kept' : 'live'} name="page">
          {hasFailedToHydrate ? null : (
            <Suspense fallback={<Loading />}>
              <Guard staffOnly={staffOnly}>{isMissing ? <Missing /> : <Outlet />}</Guard>
            </Suspense>
          )}
        </ServerHtml>
      </Main>
      {hasFailedToHydrate && <HydrationFailedNotice remote={failedHydration.remote} />}
      {!bare && <SiteFooter />}
      <ForDevelopers />
      <ScrollRestoration />
    </>
  );
}
