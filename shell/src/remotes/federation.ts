import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { type Container, containerName, type ShareScope } from '@ki/shared/federation/container.ts';
import type { Singleton } from '@ki/shared/federation/singletons.ts';
import type { Runtime } from './federation-runtime.ts';
import { ContractMismatch } from './remote-failure.ts';
import { singletons } from './singletons.ts';

/** A constant of the shell's build. */
declare const SINGLETON_VERSIONS: Readonly<Record<Singleton, string>>;

const LOAD_TIMEOUT_MS = 4_000;
/** A development server has no hashes; the production build always demands them. */
const isDevelopment = process.env.NODE_ENV === 'development';

/** What is registered: the remotes with code of this generation, and the hashes of all entries that may run. */
const codes = new Map<string, PublicRemote>();
const hashes = new Map<string, string | null>();
let scriptPolicy: { readonly createScriptURL: (url: string) => unknown } | undefined;

export function registerPlatform(remotes: Readonly<Record<string, PublicRemote>>): void {
  for (const [name, remote] of Object.entries(remotes)) {
    if (remote.entry === undefined) continue;
    codes.set(name, remote);
    hashes.set(remote.entry, remote.override ? null : (remote.integrity ?? ''));
  }
  scriptPolicy = window.trustedTypes?.createPolicy('shell-remotes', {
    createScriptURL(url: string) {
      hashOf(url);
      return url;
    },
  });
}

function hashOf(url: string): string | null {
  const hash = hashes.get(url);
  if (hash === undefined || (hash === '' && !isDevelopment)) throw new TypeError(`no integrity known for ${url}`);
  return hash;
}

/** A script with the integrity that the registry states. Throws for addresses that it does not name. */
function createScript(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  const hash = hashOf(url);
  if (hash) script.integrity = hash;
  script.crossOrigin = 'anonymous';
  script.src = (scriptPolicy?.createScriptURL(url) ?? url) as string;
  return script;
}

function run(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = createScript(url);
    const fail = (reason: string) => reject(new Error(`${url} ${reason}`));
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS, `took longer than ${LOAD_TIMEOUT_MS} ms`);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => fail('could not be loaded'));
    document.head.append(script);
  });
}

const containerOf = (name: string) => Reflect.get(window, containerName(name)) as Container | undefined;

const hasStarted = (name: string) => containerOf(name) !== undefined;

const shareScope = (): ShareScope =>
  Object.fromEntries(
    Object.entries(singletons).map(([name, module]) => [
      name,
      { [SINGLETON_VERSIONS[name as Singleton]]: { get: () => () => module, loaded: true } },
    ]),
  );

/** The page's script, which the document hints and which has the same entry; without it the entry alone runs. */
async function runPageScript(entry: string): Promise<void> {
  const hint = document.querySelector<HTMLLinkElement>('link[data-entry]');
  if (!hint?.href.startsWith(new URL('.', entry).href)) return;
  hashes.set(hint.href, hint.integrity);
  await run(hint.href).catch((error: unknown) => console.warn('the entry runs alone:', error));
}

/** Calls a container of `PROTOCOL`, for which the shell needs no runtime. */
async function exposedBy(name: string, entry: string): Promise<unknown> {
  if (!hasStarted(name)) await runPageScript(entry);
  if (!hasStarted(name)) await run(entry);
  const container = containerOf(name);
  if (!container) throw new Error(`${entry} declares no container ${containerName(name)}`);
  await container.init(shareScope());
  return (await container.get('./module'))();
}

let runtime: Runtime | null = null;

async function exposedByRuntime(name: string, entry: string): Promise<unknown> {
  const { createRuntime } = await import(/* webpackChunkName: "federation-runtime" */ './federation-runtime.ts');
  runtime ??= createRuntime(SINGLETON_VERSIONS, (url) => ({ script: createScript(url), timeout: LOAD_TIMEOUT_MS }));
  return runtime.load(containerName(name), entry);
}

export async function fetchRemote(name: string): Promise<RemoteModule> {
  const code = codes.get(name);
  if (code?.entry === undefined) throw new Error(`no remote ${name} is registered`);
  const exposed = await (code.needsRuntime ? exposedByRuntime : exposedBy)(name, code.entry);
  const { remote } = (exposed ?? {}) as { readonly remote?: RemoteModule };
  if (!remote) throw new Error(`${name} exposes no module`);
  // The code of a development server was compared by nobody.
  if (code.override && remote.contract !== CONTRACT) throw new ContractMismatch(name, remote.contract, CONTRACT);
  return remote;
}
