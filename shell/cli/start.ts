/**
 * What a start of the platform does to its apps, reported as one line of JSON per step:
 * `start.ts build DATA_DIR` builds every app whose sources changed, and names the remotes that the last start did not
 * promote as they are now, retired ones left out; `start.ts release DATA_DIR REMOTE…` publishes and promotes these. Otherwise the registry
 * stands, rollbacks included. `start.ts shell` builds the shell alone, and writes nothing where it is built.
 */
import { availableParallelism } from 'node:os';
import { type Built, build, isBuilt } from '../build/build.ts';
import { ToolFailure } from '../build/tool.ts';
import { ROOT, remotesOf } from '../build/workspace.ts';
import { accessOf } from '../registry/database/access.ts';
import { takeOver } from '../registry/database/take-over.ts';
import { openRegistry } from '../registry/open-registry.ts';
import type { DeployTarget } from '../registry/platform-registry.ts';
import { assertTrusted, readTrustedKeys } from '../registry/provenance/signed-release.ts';
import { readRegistryFile, registryPath } from '../registry/registry-file.ts';
import { openStore, originOf, storeSettings } from '../registry/store/open-store.ts';
import { publish } from './publish.ts';

const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));

const report = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

function messageOf(error: unknown): string {
  if (error instanceof ToolFailure) return `${error.message}:\n${error.output}`;
  return error instanceof Error ? error.message : String(error);
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Builds an app and says so; `null` when that failed. */
async function buildOne(app: string, of: number, done: () => number): Promise<Built | null> {
  const started = performance.now();
  const onStale = () => report({ event: 'begun', app });
  try {
    const built = await build(ROOT, app, async (files) => files, { onStale });
    const ms = Math.round(performance.now() - started);
    report({ event: 'done', app, ms, isNew: built.isNew, done: done(), of });
    return built;
  } catch (error) {
    report({ event: 'failed', app, message: messageOf(error) });
    return null;
  }
}

const buildShell = async () => (await isBuilt(ROOT, 'shell')) || (await buildOne('shell', 1, () => 1)) !== null;

/** A platform that kept its registry in a file goes on with it in its own database; doing it at each start changes nothing. */
async function takeOverFile(dataDir: string, { REGISTRY, SUPABASE_URL }: NodeJS.ProcessEnv): Promise<void> {
  if (REGISTRY !== 'database' || SUPABASE_URL) return;
  const file = await readRegistryFile(registryPath(dataDir));
  const taken = file ? await takeOver(await accessOf(dataDir, process.env), file) : [];
  if (taken.length > 0)
    report({ event: 'mended', message: `took over ${taken.join(', ')} from ${registryPath(dataDir)}` });
}

/** A remote that does not build leaves the others, and its own live version, as they are; without the shell nothing works. */
async function buildStale({ registry, dataDir }: DeployTarget): Promise<boolean> {
  await takeOverFile(dataDir, process.env);
  const mended = await registry.mend();
  if (mended) report({ event: 'mended', message: mended });
  const { remotes, retired, coming = {} } = await registry.read();
  // Whoever wanted them live was ended in the middle.
  for (const name of Object.keys(coming)) await registry.unprepare(name);
  const apps = ['shell', ...(await remotesOf(ROOT)).filter((name) => !(name in retired))];
  const stale: string[] = [];
  let done = 0;
  let isShellBuilt = true;
  await inParallel(apps, async (app) => {
    const built = await buildOne(app, apps.length, () => ++done);
    if (app === 'shell') isShellBuilt = built !== null;
    else if (built && remotes[app]?.startedFrom !== built.sources) stale.push(app);
  });
  report({ event: 'stale', remotes: stale.sort() });
  return isShellBuilt && Object.keys({ ...remotes, ...retired }).length + stale.length > 0;
}

async function releaseOne({ registry, store, trustedKeys }: DeployTarget, name: string): Promise<void> {
  const known = (await registry.read()).remotes[name];
  const origin = originOf(store, name, known?.origin);
  const { release, sources } = await publish(ROOT, await openStore(store), name);
  assertTrusted(release, trustedKeys);
  await registry.publish(release);
  await registry.promote(release, {
    author: 'npm start',
    reason: known ? 'sources changed since the last start' : 'first start',
    startedFrom: sources,
    ...(origin && { origin }),
  });
  report({ event: 'released', remote: name, version: release.version });
}

async function releaseAll(target: DeployTarget, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    try {
      await releaseOne(target, name);
    } catch (error) {
      report({ event: 'failed', app: name, message: messageOf(error) });
    }
  }
  return Object.keys((await target.registry.read()).remotes).length > 0;
}

const [, , task = '', dataDir = '', ...names] = process.argv;
const target = async () => ({
  dataDir,
  registry: await openRegistry(dataDir, process.env),
  store: storeSettings(process.env, dataDir, ROOT),
  trustedKeys: readTrustedKeys(process.env),
});
const tasks: Readonly<Record<string, () => Promise<boolean>>> = {
  build: async () => buildStale(await target()),
  release: async () => releaseAll(await target(), names),
  shell: buildShell,
};
process.exitCode = (await tasks[task]?.()) ? 0 : 1;
