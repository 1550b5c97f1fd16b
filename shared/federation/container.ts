import { SINGLETONS } from './singletons.ts';

type Factory = () => unknown;

interface Provided {
  readonly get: () => Factory | Promise<Factory>;
  readonly loaded?: unknown;
}

/** What a host shares: modules by name and version. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Provided>>>>;

/** The interface of every Module Federation container. `get` resolves to a factory of the exposed module. */
export interface Container {
  readonly init: (scope: ShareScope) => unknown;
  readonly get: (name: string) => Promise<Factory>;
}

/**
 * The version of what a host and a container know of each other: the global name, `init` with a share scope, `get`, and
 * a code that needs nothing else from the host. The manifest states it.
 */
export const PROTOCOL = 1;

export const ENTRY_FILE = 'remoteEntry.js';

/** The chunk name of the script that has everything of a page, by the id of its route. */
export const pageScript = (routeId: string) => `page-${routeId}`;

/** The global name of a remote's container: a JavaScript identifier, the same in its build and in the host. */
export const containerName = (remote: string) => remote.replaceAll('-', '_');

/** Where the code of a container finds the host's singletons, as its build replaces imports of them. */
export const singletonsName = (remote: string) => `${containerName(remote)}_singletons`;

/** A host has one version of each singleton; `loaded` tells the one that runs from others that it knows. */
async function provided(scope: ShareScope, name: string): Promise<unknown> {
  const versions = Object.values(scope[name] ?? {});
  const version = versions.find(({ loaded }) => loaded) ?? versions.at(-1);
  if (!version) throw new Error(`the host shares no ${name}`);
  return (await version.get())();
}

/** The singletons that a host shares, by name. Throws when one is missing. */
export async function singletonsOf(scope: ShareScope): Promise<Readonly<Record<string, unknown>>> {
  const modules = SINGLETONS.map(async (name) => [name, await provided(scope, name)] as const);
  return Object.fromEntries(await Promise.all(modules));
}
