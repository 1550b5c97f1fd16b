import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router-dom';
import { declarationOf } from './reads.ts';
import type { Head, HeadContext, RouteHandle } from './remote-module.ts';

type Without<Route, Keys extends PropertyKey> = Route extends unknown ? Omit<Route, Keys> : never;

type RouteDefinition<Data> = Without<RouteObject, 'loader' | 'handle'> &
  Omit<RouteHandle, 'head'> & {
    readonly loader?: (args: LoaderFunctionArgs) => Data;
    readonly head?: (context: HeadContext<Data>) => Head;
  };

export function defineRoute<Data = undefined>({
  frame,
  overlayHeader,
  query,
  hydrate,
  preHydration,
  head,
  ...route
}: RouteDefinition<Data>): RouteObject {
  // A key without a value would override the handle of a parent route.
  const handle = Object.entries({ frame, overlayHeader, query, hydrate, preHydration, head }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...route, handle: Object.fromEntries(handle) };
}

export const withPage = (
  route: RouteObject,
  lazy: NonNullable<RouteObject['lazy']>,
  children?: RouteObject[],
): RouteObject => Object.assign({}, route, { lazy }, children && { children });

type QueryAliases = Readonly<Record<string, string>>;

const PERMANENT = 308;

function renamed(address: string, aliases: QueryAliases): string | null {
  const { pathname, searchParams } = new URL(address);
  const entries = [...searchParams];
  if (!entries.some(([key]) => Object.hasOwn(aliases, key))) return null;
  return `${pathname}?${new URLSearchParams(entries.map(([key, value]) => [aliases[key] ?? key, value]))}`;
}

/** A route with a loader that redirects (308) addresses with former query keys to those with the current keys. */
export function withQueryAliases({ handle, loader, ...route }: RouteObject, aliases: QueryAliases): RouteObject {
  const redirecting =
    <Data>(load: (args: LoaderFunctionArgs) => Data) =>
    (args: LoaderFunctionArgs): Data => {
      const address = renamed(args.request.url, aliases);
      if (address !== null) throw redirect(address, PERMANENT);
      return load(args);
    };
  const declare = declarationOf(loader);
  return Object.assign(route, {
    loader: Object.assign(redirecting(loader as LoaderFunction), declare && { declare: redirecting(declare) }),
    // The server drops query keys that are not declared, so former keys are.
    handle: { ...handle, query: [...((handle as RouteHandle).query ?? []), ...Object.keys(aliases)] },
  });
}
