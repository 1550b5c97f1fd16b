/** `release.ts DATA_DIR PORT SUPABASE_PORT` builds all apps and promotes remotes whose sources changed. */
import { availableParallelism } from 'node:os';
import { messageOf, report, reportedBuild, sourceHash } from '../../shell/build/build.ts';
import { ROOT, remotesOf } from '../../shell/build/workspace.ts';
import { publish } from '../../shell/cli/publish.ts';
import { assertKeysStated, backendOn, projectIn } from '../../shell/cli/registry-access.ts';
import { keepLastGood } from '../../shell/registry/memory.ts';
import { readTrustedKeys } from '../../shell/registry/provenance/keys.ts';
import { reasonAgainst } from '../../shell/registry/provenance/trusted-part.ts';
import { type DeployTarget, openRegistry, overHttp, readDocument } from '../../shell/registry/registry.ts';
import { type Registry, type Release, registryOf } from '../../shell/registry/schema.ts';
import { eachOf } from '../../shell/registry/store/content.ts';
import { openStore, originOf, storeSettings } from '../../shell/registry/store/open-store.ts';
import { storedVersions } from '../../shell/registry/store/store.ts';

const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));

interface Tried {
  readonly sources: string;
  readonly isBuilt: boolean;
}

/** A failed remote leaves the others and its own live version as they are; the shell is required. */
async function buildAll(): Promise<{ readonly isShellBuilt: boolean; readonly remotes: ReadonlyMap<string, Tried> }> {
  const apps = ['shell', ...(await remotesOf(ROOT))];
  const tried = new Map<string, Tried>();
  let done = 0;
  const buildApp = async (app: string) => {
    const built = await reportedBuild(app, apps.length, () => ++done);
    tried.set(app, { sources: built?.sources ?? (await sourceHash(ROOT, app)), isBuilt: built !== null });
  };
  await eachOf(apps, buildApp, AT_ONCE);
  const isShellBuilt = tried.get('shell')?.isBuilt === true;
  tried.delete('shell');
  return { isShellBuilt, remotes: new Map([...tried].sort()) };
}

interface Target extends DeployTarget {
  readonly isProject: boolean;
}

/** Promotes the sources of now; a failure is reported. */
async function isReleased(target: Target, name: string, known: Registry): Promise<boolean> {
  const { registry, store, trustedKeys, isProject } = target;
  try {
    assertKeysStated(isProject, trustedKeys);
    const origin = originOf(store, name, known.remotes[name]?.origin);
    const { release, sources } = await publish(ROOT, await openStore(store), name);
    await registry.publish(release);
    const { statements } = await registry.readRelease(name, release.version);
    const reason = reasonAgainst(known, release, statements, trustedKeys);
    if (reason) throw new Error(reason);
    await registry.promote(release, {
      author: 'npm start',
      reason: name in known.remotes ? 'sources changed since the last start' : 'first start',
      startedFrom: sources,
      ...(origin && { origin }),
    });
    report({ event: 'released', remote: name, version: release.version });
    return true;
  } catch (error) {
    report({ event: 'failed', app: name, message: messageOf(error) });
    return false;
  }
}

/** Whether the store has the files of a live release, if need be from a build of the same sources. */
async function isStored({ registry, store }: Target, { name, version }: Release, isHere: boolean): Promise<boolean> {
  const opened = await openStore(store);
  if ((await storedVersions(opened, name)).includes(version)) return true;
  if (!isHere) return false;
  const { release } = await publish(ROOT, opened, name);
  await registry.publish(release);
  return release.version === version;
}

/** Names live releases whose files this machine should serve and does not have: `DATA_DIR` may be new. */
async function findUnstored(target: Target, { remotes }: Registry, inTree: ReadonlyMap<string, Tried>) {
  const lacks: string[] = [];
  for (const [name, { live, origin }] of Object.entries(remotes)) {
    if (origin) continue;
    const isThere = await isStored(target, live, inTree.get(name)?.isBuilt === true);
    if (!isThere) lacks.push(`${target.store.place} has no files of ${name}@${live.version}, which is live`);
  }
  return lacks;
}

/** Resolves with what is live in place of each remote whose sources of now could not be released. */
async function releaseStale(target: Target, remotes: ReadonlyMap<string, Tried>): Promise<readonly string[]> {
  const { registry } = target;
  const known = await registry.read();
  // A promotion that was killed half-way left its reservation.
  for (const name of Object.keys(known.pending)) await registry.releaseReservation(name);
  const lacks: string[] = [];
  for (const [name, { sources, isBuilt }] of remotes) {
    const live = known.remotes[name];
    const isMoved = live !== undefined && live.origin !== originOf(target.store, name, live.origin);
    if (name in known.retired || (live?.startedFrom === sources && !isMoved)) continue;
    if (isBuilt && (await isReleased(target, name, known))) continue;
    lacks.push(live ? `${name}@${live.live.version} of earlier sources stays live` : `${name} has no live release`);
  }
  return lacks;
}

/** A project's releases are its teams' matter, and its shells go on; an embedded platform is that of these sources. */
function reportLacks(lacks: readonly string[], isProject: boolean): void {
  if (lacks.length === 0) return;
  const message = lacks.join(', ');
  if (isProject) report({ event: 'kept', message });
  else
    throw new Error(
      `not started: ${message}. Mend what was named, or go back to the sources and files of what is live.`,
    );
}

async function release(dataDir: string, port: string, supabasePort: string): Promise<boolean> {
  const project = projectIn(process.env);
  const { isShellBuilt, remotes } = await buildAll();
  if (!isShellBuilt) return false;
  const call = overHttp(project ?? (await backendOn(dataDir, supabasePort)));
  const registry = openRegistry(call);
  const store = storeSettings(process.env, dataDir, ROOT);
  if (!project) await registry.serveAt(`http://127.0.0.1:${port}`);
  const target = { dataDir, registry, store, trustedKeys: readTrustedKeys(process.env), isProject: project !== null };
  const lacks = [...(await releaseStale(target, remotes))];
  const found = await readDocument(call, null);
  if (!project && found && lacks.length === 0)
    lacks.push(...(await findUnstored(target, registryOf(found.document), remotes)));
  // The asset server serves the remotes by this copy before the shell has read the registry.
  if (found) await keepLastGood(dataDir, found.document);
  reportLacks(lacks, project !== null);
  return Object.keys(found?.document.remotes ?? {}).length > 0;
}

const [, , dataDir = '', port = '', supabasePort = ''] = process.argv;
try {
  process.exitCode = (await release(dataDir, port, supabasePort)) ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
