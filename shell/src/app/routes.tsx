import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { type RouteObject, useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { Frame } from '../layout/frame.tsx';
import { Loading } from '../layout/loading.tsx';
import { ComingSoon, NotFound } from '../pages/message-page.tsx';
import { RemoteFailurePage } from '../remotes/failure-notices.tsx';
import { isBrowserOnly } from '../remotes/owner.ts';
import { LoginPage } from '../session/login-page.tsx';
import { CATCH_ALL, ROOT } from './head/head-of.ts';
import { useShell } from './shell-context.ts';

const CAUSE = new Error('the remote that owns this address could not be loaded');

function Missing() {
  const location = useLocation();
  const navigate = useNavigate();
  const { platform, remotes } = useShell();
  const owner = remotes.owner(location.pathname);
  if (!owner || remotes.isMounted(owner)) return <NotFound />;
  const failure = remotes.failureOf(owner);
  if (!failure && isBrowserOnly(platform.remotes[owner])) return <Loading />;
  return <RemoteFailurePage cause={CAUSE} failure={failure} onRetry={() => navigate(location, { replace: true })} />;
}

export function ShellCrash() {
  const error = useRouteError();
  return <RemoteFailurePage cause={error} onRetry={() => location.reload()} />;
}

const titled = (title: string, extra?: RouteHandle): RouteHandle => ({
  ...extra,
  head: () => ({ title, noindex: true }),
});

const comingSoon = (title: string, canonical: string, topic: string): RouteHandle => ({
  head: () => ({
    title,
    canonical,
    noindex: true,
    description: `Hier entsteht eine Seite über ${topic} für die Erwachsenenbildung.`,
  }),
});

export function shellRoutes(remoteRoutes: readonly RouteObject[] = []): RouteObject[] {
  return [
    {
      id: ROOT,
      Component: Frame,
      ErrorBoundary: ShellCrash,
      HydrateFallback: Loading,
      children: [
        {
          id: 'login',
          path: paths.login,
          Component: LoginPage,
          handle: titled('Login', { frame: 'bare', hydrate: 'load' }),
        },
        {
          id: 'elements',
          path: paths.elements,
          element: <ComingSoon title="Elemente/KI" />,
          handle: comingSoon('Elemente/KI', paths.elements, 'die Elemente der künstlichen Intelligenz'),
        },
        {
          id: 'chatgpt-goals',
          path: paths.chatgptGoals,
          element: <ComingSoon title="ChatGPT Lernziele/KI" />,
          handle: comingSoon('ChatGPT Lernziele/KI', paths.chatgptGoals, 'Lernziele rund um ChatGPT'),
        },
        ...remoteRoutes,
        { id: CATCH_ALL, path: '*', Component: Missing },
      ],
    },
  ];
}
