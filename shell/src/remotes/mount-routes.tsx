import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { type ComponentType, useState } from 'react';
import { type LazyRouteFunction, type RouteObject, useNavigate, useRouteError } from 'react-router-dom';
import { withRetries } from './code-loader.ts';
import { RemoteFailurePage } from './failure-notices.tsx';
import { useRemoteFailure } from './use-recovery.ts';

type Lazy = LazyRouteFunction<RouteObject>;

/** The router caches the first result of `lazy` for good, so a failed chunk resolves to a page that retries. */
export function neverRejecting(lazy: Lazy): Lazy {
  return async () => {
    try {
      return await withRetries(lazy);
    } catch (error) {
      return { Component: () => <ChunkRetry load={lazy} cause={error} /> };
    }
  };
}

export function mountRoutes(module: RemoteModule): RouteObject[] {
  return module.routes.map((route) => mount(route, true));
}

function mount(route: RouteObject, outermost: boolean): RouteObject {
  const mounted: RouteObject = { ...route };
  if (typeof route.lazy === 'function') mounted.lazy = neverRejecting(route.lazy);
  if (outermost && !route.ErrorBoundary && !route.errorElement) mounted.ErrorBoundary = RemoteCrash;
  if (route.children) mounted.children = route.children.map((child) => mount(child, false));
  return mounted;
}

export function ChunkRetry({ load, cause }: { load: LazyRouteFunction<RouteObject>; cause: unknown }) {
  const [Page, setPage] = useState<ComponentType | null>(null);
  const failure = useRemoteFailure(cause, 'chunk');
  if (Page) return <Page />;
  const retry = async () => {
    const loaded = await load();
    if (loaded.Component) setPage(() => loaded.Component as ComponentType);
  };
  return <RemoteFailurePage cause={cause} failure={failure} onRetry={retry} />;
}

export function RemoteCrash() {
  const error = useRouteError();
  const failure = useRemoteFailure(error, 'render');
  const navigate = useNavigate();
  return (
    <RemoteFailurePage
      cause={error}
      failure={failure}
      onRetry={() => navigate('.', { replace: true, relative: 'path' })}
    />
  );
}
