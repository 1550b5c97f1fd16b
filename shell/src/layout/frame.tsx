import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { GlobalStyle } from '@ki/shared/ui/global-style.tsx';
import { ServerHtml } from '@ki/shared/ui/server-html.tsx';
import { SkipLink } from '@ki/shared/ui/skip-link.ts';
import { Suspense } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import styled from 'styled-components';
import { useDocumentHead } from '../app/head/use-document-head.ts';
import { CATCH_ALL } from '../app/route-ids.ts';
import { useShell } from '../app/shell-context.ts';
import { ForDevelopers } from '../overrides/for-developers.tsx';
import { StrandedNotice } from '../remotes/stranded-notice.tsx';
import { Guard } from '../session/guard.tsx';
import { Loading } from './loading.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** High enough that the footer of a short page stands at the window's edge; `$alone` has no header above it. */
const Main = styled.main<{ $alone: boolean }>`
  @media screen {
    min-block-size: calc(100svh - ${(props) => (props.$alone ? '16.5rem' : '18rem')});
  }
`;

/** Everything around a page: header, main region, footer. */
export function Frame() {
  useDocumentHead();
  const { pathname, key } = useLocation();
  const { remotes, isOfDocument, stranded } = useShell();
  const matches = useMatches();
  const isMissing = matches.at(-1)?.id === CATCH_ALL;
  const isStranded = stranded !== null && isOfDocument(key) && isMissing;
  const handle: RouteHandle = Object.assign({}, ...matches.map((match) => match.handle));
  const { frame = 'site', overlayHeader = false } = (isStranded ? stranded : handle) as RouteHandle;
  const owner = remotes.owner(pathname);
  const staffOnly = owner !== undefined && remotes.isStaffOnly(owner);
  // Staff's pages have a frame of their own, with a link past its sidebar, unless their code cannot be loaded.
  const hasOwnFrame = staffOnly && !(isMissing && remotes.problemOf(owner));
  const bare = frame === 'bare' || hasOwnFrame;
  return (
    <>
      <GlobalStyle />
      {!hasOwnFrame && <SkipLink href="#content">Zum Inhalt springen</SkipLink>}
      {!bare && <SiteHeader overlay={overlayHeader} />}
      <Main id="content" tabIndex={-1} $alone={overlayHeader}>
        <ServerHtml key={isStranded ? 'kept' : 'live'}>
          {isStranded ? null : (
            <Suspense fallback={<Loading />}>
              <Guard staffOnly={staffOnly}>
                <Outlet />
              </Guard>
            </Suspense>
          )}
        </ServerHtml>
      </Main>
      {isStranded && <StrandedNotice remote={stranded.remote} />}
      {!bare && <SiteFooter />}
      <ForDevelopers />
      <ScrollRestoration />
    </>
  );
}
