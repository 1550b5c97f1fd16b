import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { singletons } from '../src/remotes/singletons.ts';
import { garbageCollection } from './collect-garbage.ts';
import { runBundle } from './run-bundle.ts';

/** The remotes' modules that the shell had loaded here, by name and version. */
export function createModules() {
  const modules = new Map<string, RemoteModule>();
  const collectSoon = garbageCollection();

  return {
    load(name: string, code: string): void {
      modules.set(name, runBundle(code, name, singletons));
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

export type Modules = ReturnType<typeof createModules>;
