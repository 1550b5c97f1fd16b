/** Loads containers that need the runtime of Module Federation: overrides, and releases of another build. */
import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import injectRuntimeCore from '@module-federation/inject-external-runtime-core-plugin';
import { singletons } from './singletons.ts';

type CreateScript = NonNullable<ModuleFederationRuntimePlugin['createScript']>;

export type Runtime = ReturnType<typeof createRuntime>;

export function createRuntime(
  versions: Readonly<Record<string, string>>,
  createScript: (url: string) => ReturnType<CreateScript>,
) {
  const runtime = createInstance({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(
      Object.entries(singletons).map(([name, module]) => {
        // A document has one generation, whose versions were compared when its releases were checked.
        const shareConfig = { singleton: true, requiredVersion: false } as const;
        return [name, { version: versions[name] as string, lib: () => module, shareConfig }];
      }),
    ),
    plugins: [{ name: 'integrity', createScript: ({ url }) => createScript(url) }, injectRuntimeCore()],
  });
  return {
    load(name: string, entry: string): Promise<unknown> {
      runtime.registerRemotes([{ name, entry, type: 'global' }], { force: true });
      return runtime.loadRemote(`${name}/module`);
    },
  };
}
