import type { Code, PublicRemote } from '@ki/shared/contract/registry.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { containerName } from '@ki/shared/federation/container-name.ts';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { ContractMismatch } from './remote-failure.ts';

const LOAD_TIMEOUT_MS = 4_000;
/** A development server has no hashes; the production build always demands them. */
const isDevelopment = process.env.NODE_ENV === 'development';

function runnable(remotes: readonly PublicRemote[]): ReadonlyMap<string, string | null> {
  const published = [...remotes, ...remotes.flatMap(({ fallback }) => fallback ?? [])];
  return new Map([
    ...published.map(({ entry, integrity }) => [entry, integrity] as const),
    ...remotes.flatMap(({ override, entry }) => (override ? [[entry, null] as const] : [])),
  ]);
}

/** Creates scripts for addresses of the registry only, with the integrity that it states. */
function integrityPlugin(scripts: ReadonlyMap<string, string | null>): ModuleFederationRuntimePlugin {
  const hashOf = (url: string) => {
    const hash = scripts.get(url);
    if (hash === undefined || (hash === '' && !isDevelopment)) throw new TypeError(`no integrity known for ${url}`);
    return hash;
  };
  const policy = window.trustedTypes?.createPolicy('shell-remotes', {
    createScriptURL(url: string) {
      hashOf(url);
      return url;
    },
  });
  return {
    name: 'integrity',
    createScript({ url }) {
      const script = document.createElement('script');
      const hash = hashOf(url);
      if (hash) script.integrity = hash;
      script.crossOrigin = 'anonymous';
      script.src = (policy?.createScriptURL(url) ?? url) as string;
      return { script, timeout: LOAD_TIMEOUT_MS };
    },
  };
}

export function registerPlatform(remotes: Readonly<Record<string, PublicRemote>>): void {
  registerPlugins([integrityPlugin(runnable(Object.values(remotes)))]);
  registerRemotes(
    Object.entries(remotes).map(([name, { entry }]) => ({ name: containerName(name), entry, type: 'global' })),
  );
}

/** Another version cannot run in a document whose entry has run. */
export const hasStarted = (name: string) => containerName(name) in window;

export function registerInstead(name: string, { entry }: Code): void {
  registerRemotes([{ name: containerName(name), entry, type: 'global' }], { force: true });
}

export async function fetchRemote(name: string): Promise<RemoteModule> {
  const exposed = await loadRemote<{ remote: RemoteModule }>(`${containerName(name)}/module`);
  if (!exposed) throw new Error(`${name} exposes no module`);
  if (exposed.remote.contract !== CONTRACT) throw new ContractMismatch(name, exposed.remote.contract, CONTRACT);
  return exposed.remote;
}
