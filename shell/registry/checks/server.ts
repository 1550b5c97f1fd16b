import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { matchRoutes } from 'react-router-dom';
import { createLineups } from '../../server/lineup.ts';
import { loadRenderer, type Renderer } from '../../server/renderer.ts';
import { runBundle } from '../../server/run-bundle.ts';
import { build } from '../build.ts';
import { afterPromoting } from '../deploy.ts';
import { example } from '../query-keys.ts';
import { integrityOf } from '../store.ts';
import { ROOT } from '../workspace.ts';
import type { Check, Subject } from './subject.ts';

const RENDER_TIMEOUT_MS = 10_000;
const UNAVAILABLE = 503;

/** The shell as built in this tree; it is built first where that was never done. */
async function rendererOf({ config }: Subject): Promise<Renderer> {
  const load = () => {
    const renderer = loadRenderer();
    renderer.connect(config.supabase);
    return renderer;
  };
  try {
    return load();
  } catch {
    return build(ROOT, 'shell', async () => load());
  }
}

async function loadModule({ release, folder }: Subject, { singletons }: Renderer): Promise<RemoteModule> {
  const code = await readFile(path.join(folder, release.server.path));
  if (integrityOf(code) !== release.server.integrity) throw new Error('the bundle does not have the stated hash');
  return runBundle(code.toString('utf8'), `${release.name}@${release.version}`, singletons);
}

function assertRoutes({ release }: Subject, module: RemoteModule): void {
  const missing = release.routes.find((pattern) => !matchRoutes([...module.routes], example(pattern)));
  if (missing) throw new Error(`the release owns ${missing}, but its module has no route for it`);
}

/** Collects what rendering writes to the console, which is where a component that throws shows. */
async function withoutConsole<T>(work: () => Promise<T>): Promise<{ result: T; said: readonly string[] }> {
  const { error, warn } = console;
  const said: string[] = [];
  console.error = console.warn = (...parts: unknown[]) => said.push(parts.map(String).join(' '));
  try {
    return { result: await work(), said };
  } finally {
    Object.assign(console, { error, warn });
  }
}

async function assertRenders(subject: Subject, renderer: Renderer, remote: RemoteModule, address: string) {
  const { registry, release, config, isRunning } = subject;
  const { platform } = createLineups(afterPromoting(registry, release), config).usual;
  const signal = AbortSignal.timeout(RENDER_TIMEOUT_MS);
  const url = new URL(address, config.siteUrl);
  const { result, said } = await withoutConsole(() => renderer.render({ url, platform, remote, signal }));
  const isExpected = result.status < 400 || (result.status === UNAVAILABLE && !isRunning);
  if (!isExpected) throw new Error(`${address} renders with status ${result.status}${said[0] ? `: ${said[0]}` : ''}`);
}

/** The server bundle runs with the shell's singletons and renders every page that needs no parameter. */
export const server: Check = async (subject) => {
  const { release, isRunning } = subject;
  const renderer = await rendererOf(subject);
  const module = await loadModule(subject, renderer);
  assertRoutes(subject, module);
  if (release.staffOnly) return 'loads; pages for staff are not rendered on the server';
  const pages = release.routes.filter((pattern) => !/[:*]/.test(pattern));
  for (const page of pages) await assertRenders(subject, renderer, module, page);
  if (pages.length === 0) return 'loads; every page needs a parameter';
  return `renders ${pages.join(' ')}${isRunning ? '' : ', with a backend that fails: the platform does not run'}`;
};
