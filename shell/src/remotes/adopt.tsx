import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import type { LazyRouteFunction, RouteObject } from 'react-router-dom';
import { ChunkRetry } from './chunk-retry.tsx';
import { RemoteCrash } from './remote-crash.tsx';
import { withRetries } from './with-retries.ts';

type Lazy = LazyRouteFunction<RouteObject>;

/** A page chunk that cannot be loaded must not poison the router, which keeps the first answer for good. */
function neverRejecting(lazy: Lazy): Lazy {
  return async () => {
    try {
      return await withRetries(lazy);
    } catch (error) {
      return { Component: () => <ChunkRetry load={lazy} cause={error} /> };
    }
  };
}

/** A remote's routes as the shell mounts them: each with an error boundary, no lazy part that rejects. */
export function adoptRoutes(module: RemoteModule): RouteObject[] {
  return module.routes.map((route) => adopt(route, true));
}

function adopt(route: RouteObject, outermost: boolean): RouteObject {
  const adopted: RouteObject = { ...route };
  if (typeof route.lazy === 'function') adopted.lazy = neverRejecting(route.lazy);
  if (outermost && !route.ErrorBoundary && !route.errorElement) adopted.ErrorBoundary = RemoteCrash;
  if (route.children) adopted.children = route.children.map((child) => adopt(child, false));
  return adopted;
}
