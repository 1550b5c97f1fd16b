import { readFile } from 'node:fs/promises';
import type { RemoteModule, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { runBundle } from '../server/run-bundle.ts';
import { singletons } from '../src/remotes/singletons.ts';

type Routes = readonly RouteObject[];

/** An address of a pattern: anything where a parameter stands. */
export const example = (pattern: string) => pattern.replace(/:\w+|\*/g, 'x');

const keysOf = ({ handle }: RouteObject) => (handle as RouteHandle | undefined)?.query ?? [];

const allKeys = (routes: Routes): string[] =>
  routes.flatMap((route) => [...keysOf(route), ...allKeys(route.children ?? [])]);

/** Of a pattern with a rest, whose pages may be any of the remote's, all that one of them reads. */
function keysAt(routes: Routes, pattern: string): string[] {
  if (pattern.endsWith('*')) return allKeys(routes);
  return (matchRoutes([...routes], example(pattern)) ?? []).flatMap(({ route }) => keysOf(route));
}

/** Which query keys the pages of each pattern read, as a remote's routes declare it. */
export function queryKeys({ routes }: Pick<RemoteModule, 'routes'>, patterns: readonly string[]) {
  return Object.fromEntries(patterns.map((pattern) => [pattern, [...new Set(keysAt(routes, pattern))]]));
}

/** {@link queryKeys} of a built remote. */
export async function queryKeysOf(bundle: string, name: string, patterns: readonly string[]) {
  return queryKeys(runBundle(await readFile(bundle, 'utf8'), name, singletons), patterns);
}
