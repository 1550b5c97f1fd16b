import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { RouteObject } from 'react-router-dom';
import { Frame } from '../layout/frame.tsx';
import { Loading } from '../layout/loading.tsx';
import { ComingSoon } from '../pages/coming-soon.tsx';
import { Missing } from '../pages/missing.tsx';
import { LoginPage } from '../session/login-page.tsx';
import { CATCH_ALL, ROOT } from './route-ids.ts';
import { ShellCrash } from './shell-crash.tsx';

const titled = (title: string, extra?: RouteHandle): RouteHandle => ({
  ...extra,
  head: () => ({ title, noindex: true }),
});

/** The tree that every page starts from; the owner's routes join the root's children. */
export function shellRoutes(remoteRoutes: readonly RouteObject[] = []): RouteObject[] {
  return [
    {
      id: ROOT,
      Component: Frame,
      ErrorBoundary: ShellCrash,
      HydrateFallback: Loading,
      children: [
        { id: 'login', path: paths.login, Component: LoginPage, handle: titled('Login', { frame: 'bare' }) },
        {
          id: 'elements',
          path: paths.elements,
          element: <ComingSoon title="Elemente/KI" />,
          handle: titled('Elemente/KI'),
        },
        {
          id: 'chatgpt-goals',
          path: paths.chatgptGoals,
          element: <ComingSoon title="ChatGPT Lernziele/KI" />,
          handle: titled('ChatGPT Lernziele/KI'),
        },
        ...remoteRoutes,
        { id: CATCH_ALL, path: '*', Component: Missing, handle: titled('Seite nicht gefunden') },
      ],
    },
  ];
}
