import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import type { Head } from './head.ts';
import type { HeadContext, RouteHandle } from './remote-module.ts';

type Without<Route, Keys extends PropertyKey> = Route extends unknown ? Omit<Route, Keys> : never;

type RouteDefinition<Data> = Without<RouteObject, 'loader' | 'handle'> &
  Omit<RouteHandle, 'head'> & {
    readonly loader?: (args: LoaderFunctionArgs) => Data;
    /** The document's head for this page, from the route's (settled) loader data. Pure. */
    readonly head?: (context: HeadContext<Data>) => Head;
  };

/** A route of a remote: React Router's, with what the shell reads of it, and a head that knows what the loader gives. */
export function defineRoute<Data = undefined>({
  frame,
  overlayHeader,
  query,
  hydrate,
  early,
  head,
  ...route
}: RouteDefinition<Data>): RouteObject {
  // A key without a value would take the place of what a route around this one says.
  const said = Object.entries({ frame, overlayHeader, query, hydrate, early, head }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...route, handle: Object.fromEntries(said) };
}
