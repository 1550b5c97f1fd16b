/** `start.ts release DATA_DIR PORT SUPABASE_PORT` promotes new sources; `start.ts shell` builds the shell. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { renameDurably } from '@ki/shared/process/files.ts';
import { type Built, build, isBuilt } from '../build/build.ts';
import { ToolFailure } from '../build/tool.ts';
import { ROOT, remotesOf } from '../build/workspace.ts';
import { keepLastGood, readDocumentFile } from '../registry/last-good.ts';
import { readTrustedKeys } from '../registry/provenance/keys.ts';
import { reasonAgainst } from '../registry/provenance/trusted-part.ts';
import {
  type DeployTarget,
  openRegistry,
  overHttp,
  type PlatformRegistry,
  readDocument,
} from '../registry/registry.ts';
import type { Registry } from '../registry/schema.ts';
import { eachOf } from '../registry/store/each-of.ts';
import { openStore, originOf, storeSettings } from '../registry/store/open-store.ts';
import { publish } from './publish.ts';
import { assertKeysStated, backendOn, projectIn } from './registry-access.ts';

const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));

const report = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

function messageOf(error: unknown): string {
  if (error instanceof ToolFailure) return `${error.message}:\n${error.output}`;
  return error instanceof Error ? error.message : String(error);
}

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

/** A failed remote leaves the others and its own live version as they are; the shell is required. */
async function buildAll(): Promise<{ readonly isShellBuilt: boolean; readonly sources: ReadonlyMap<string, string> }> {
  const apps = ['shell', ...(await remotesOf(ROOT))];
  const built = new Map<string, string>();
  let done = 0;
  const buildApp = async (app: string) => {
    const result = await buildOne(app, apps.length, () => ++done);
    if (result) built.set(app, result.sources);
  };
  await eachOf(apps, buildApp, AT_ONCE);
  const { shell, ...sources } = Object.fromEntries([...built].sort());
  return { isShellBuilt: shell !== undefined, sources: new Map(Object.entries(sources)) };
}

/** Imports the registry file of a platform before the database, once. */
async function importFile(registry: PlatformRegistry, dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'registry.json');
  const document = await readDocumentFile(file);
  if (!document) return;
  const imported = await registry.importDocument(document);
  await renameDurably(file, `${file}.imported`);
  const names = imported.length > 0 ? imported.join(', ') : 'nothing, the database has it already';
  report({ event: 'imported', message: `imported ${names} from ${file}, which is ${file}.imported now` });
}

interface Target extends DeployTarget {
  readonly isProject: boolean;
}

async function releaseOne({ registry, store, trustedKeys, isProject }: Target, name: string, known: Registry) {
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
}

async function releaseStale(target: Target, sources: ReadonlyMap<string, string>): Promise<void> {
  const { registry } = target;
  const known = await registry.read();
  // A promotion that was killed half-way left its reservation.
  for (const name of Object.keys(known.pending)) await registry.releaseReservation(name);
  for (const [name, hash] of sources) {
    if (name in known.retired || known.remotes[name]?.startedFrom === hash) continue;
    try {
      await releaseOne(target, name, known);
    } catch (error) {
      report({ event: 'failed', app: name, message: messageOf(error) });
    }
  }
}

async function release(dataDir: string, port: string, supabasePort: string): Promise<boolean> {
  const project = projectIn(process.env);
  const { isShellBuilt, sources } = await buildAll();
  if (!isShellBuilt) return false;
  const call = overHttp(project ?? (await backendOn(dataDir, supabasePort)));
  const registry = openRegistry(call);
  const store = storeSettings(process.env, dataDir, ROOT);
  await importFile(registry, dataDir);
  if (!project) await registry.serveAt(`http://127.0.0.1:${port}`);
  const target = { dataDir, registry, store, trustedKeys: readTrustedKeys(process.env), isProject: project !== null };
  await releaseStale(target, sources);
  const found = await readDocument(call, null);
  // The asset server serves the remotes by this copy before the shell has read the registry.
  if (found) await keepLastGood(dataDir, found.document);
  return Object.keys(found?.document.remotes ?? {}).length > 0;
}

const [, , task = '', dataDir = '', port = '', supabasePort = ''] = process.argv;
try {
  const isDone = await (task === 'shell' ? buildShell() : release(dataDir, port, supabasePort));
  process.exitCode = isDone ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
