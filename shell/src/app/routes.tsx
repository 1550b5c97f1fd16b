import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { type RouteObject, useRouteError } from 'react-router-dom';
import { Frame } from '../layout/frame.tsx';
import { Loading } from '../layout/loading.tsx';
import { Missing, RemoteFailurePage } from '../remotes/failure-notices.tsx';
import { neverRejecting } from '../remotes/remotes.tsx';
import { CATCH_ALL, ROOT } from './document-head.ts';

export function ShellCrash() {
  const error = useRouteError();
  return <RemoteFailurePage cause={error} onRetry={() => location.reload()} />;
}

const titled = (title: string, extra?: RouteHandle): RouteHandle => ({
  ...extra,
  head: () => ({ title, noindex: true }),
});

async function loginPage() {
  const { LoginPage } = await import(/* webpackChunkName: "login" */ '../session/login-page.tsx');
  return { Component: LoginPage };
}

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
          lazy: neverRejecting(loginPage),
          handle: titled('Login', { frame: 'bare', hydrate: 'load' }),
        },
        ...remoteRoutes,
        { id: CATCH_ALL, path: '*', Component: Missing },
      ],
    },
  ];
}
