import v8 from 'node:v8';
import vm from 'node:vm';
import { CONTRACT, type RemoteModule, type RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { ContractMismatch } from '../src/remotes/remote-failure.ts';
import { singletons } from '../src/remotes/singletons.ts';
import { evaluated } from './page-styles.ts';

const COLLECT_AFTER_MS = 250;

type Collect = (options: { type: 'major'; execution: 'async' }) => Promise<void>;

function collector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as Collect;
}

/** V8 would collect dropped modules only after its heap has grown by several versions, and not return that memory. */
function garbageCollection(): () => void {
  const collect = collector();
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    const run = () => {
      isDue = false;
      void collect({ type: 'major', execution: 'async' });
    };
    setTimeout(run, COLLECT_AFTER_MS).unref();
  };
}

/** Runs a remote's server bundle with the shared singletons as its only imports. */
export function runBundle(
  code: string,
  filename: string,
  shared: Readonly<Record<string, unknown>> = singletons,
): RemoteModule {
  const require = (name: string) => {
    if (!Object.hasOwn(shared, name)) throw new Error(`${filename} requires ${name}, which the shell does not share`);
    return shared[name];
  };
  const main = vm.compileFunction(code, ['module', 'exports', 'require'], { filename });
  const module: { exports: { remote?: RemoteModule } } = { exports: {} };
  main(module, module.exports, require);
  const { remote } = module.exports;
  if (!remote) throw new Error(`${filename} exports no remote`);
  if (remote.contract !== CONTRACT) throw new ContractMismatch(filename, remote.contract, CONTRACT);
  return remote;
}

export type Modules = ReturnType<typeof createModules>;

export function createModules() {
  const modules = new Map<string, RemoteModule>();
  const collectSoon = garbageCollection();

  return {
    async load(name: string, code: string): Promise<void> {
      await evaluated(() => {
        const remote = runBundle(code, name);
        modules.set(name, remote);
        return remote;
      });
    },
    drop(name: string): void {
      if (modules.delete(name)) collectSoon();
    },
    get(name: string): RemoteModule {
      const module = modules.get(name);
      if (!module) throw new Error(`${name} is not loaded`);
      return module;
    },
  };
}

interface Routed {
  readonly routes: readonly RouteObject[];
}

const example = (pattern: string) => pattern.replace(/:\w+|\*/g, 'x');

const matches = (routes: readonly RouteObject[], pattern: string) => matchRoutes([...routes], example(pattern));

export const unmatched = ({ routes }: Routed, patterns: readonly string[]) =>
  patterns.filter((pattern) => !matches(routes, pattern));

export const resourcePaths = ({ resources = [] }: Pick<RemoteModule, 'resources'>) => resources.map(({ path }) => path);

const keysOf = ({ handle }: RouteObject) => (handle as RouteHandle | undefined)?.query ?? [];

const allKeys = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap((route) => [...keysOf(route), ...allKeys(route.children ?? [])]);

/** A pattern with a splat may lead to any page of the remote: then all keys count. */
function keysAt(routes: readonly RouteObject[], pattern: string): string[] {
  if (pattern.endsWith('*')) return allKeys(routes);
  return (matches(routes, pattern) ?? []).flatMap(({ route }) => keysOf(route));
}

export function queryKeys({ routes }: Routed, patterns: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(patterns.map((pattern) => [pattern, [...new Set(keysAt(routes, pattern))]]));
}
