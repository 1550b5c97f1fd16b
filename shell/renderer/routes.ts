import type { RemoteModule, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { matchRoutes, type RouteObject } from 'react-router-dom';

interface Routed {
  readonly routes: readonly RouteObject[];
}

/** An address of a pattern: anything where a parameter stands. */
const example = (pattern: string) => pattern.replace(/:\w+|\*/g, 'x');

const matches = (routes: readonly RouteObject[], pattern: string) => matchRoutes([...routes], example(pattern));

/** Those of the patterns for which a remote has no route. */
export const unmatched = ({ routes }: Routed, patterns: readonly string[]) =>
  patterns.filter((pattern) => !matches(routes, pattern));

/** The addresses of what a remote answers besides pages. */
export const resourcePaths = ({ resources = [] }: Pick<RemoteModule, 'resources'>) => resources.map(({ path }) => path);

const keysOf = ({ handle }: RouteObject) => (handle as RouteHandle | undefined)?.query ?? [];

const allKeys = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap((route) => [...keysOf(route), ...allKeys(route.children ?? [])]);

/** Of a pattern with a rest, whose pages may be any of the remote's, all that one of them reads. */
function keysAt(routes: readonly RouteObject[], pattern: string): string[] {
  if (pattern.endsWith('*')) return allKeys(routes);
  return (matches(routes, pattern) ?? []).flatMap(({ route }) => keysOf(route));
}

/** Which query keys the pages of each pattern read, as a remote's routes declare it. */
export function queryKeys({ routes }: Routed, patterns: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(patterns.map((pattern) => [pattern, [...new Set(keysAt(routes, pattern))]]));
}
