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

/** No index holds what is still to come; who shares its address shows what it will be about. */
const comingSoon = (title: string, canonical: string, topic: string): RouteHandle => ({
  head: () => ({
    title,
    canonical,
    noindex: true,
    description: `Hier entsteht eine Seite über ${topic} für die Erwachsenenbildung.`,
  }),
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
