import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { preHydrationChunk } from '@ki/shared/contract/pre-hydration.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { MANIFEST_FILE, PAGE_ASSETS_FILE } from '@ki/shared/federation/build-plugins.ts';
import { ifThere } from '@ki/shared/process/files.ts';
import { z } from 'zod';
import { build } from '../build/build.ts';
import { folderOf } from '../build/workspace.ts';
import { releaseHash, releaseText } from '../registry/provenance/statements.ts';
import { type Release, type ReleaseFile, releaseSchema } from '../registry/schema.ts';
import { assertDescribes, contentVersion, hashesOfBuild, PARTS, RELEASE_FILE } from '../registry/store/content.ts';
import { type Store, storeBuild } from '../registry/store/store.ts';
import { provenanceOf } from './command.ts';
import { NO_BACKEND, withWorker } from './with-worker.ts';

/** What `package.json` states of a remote. A field that nothing reads is refused: it may be one that is misspelt. */
const remoteSchema = z
  .strictObject(releaseSchema.pick({ routes: true, resources: true, staffOnly: true, budget: true, link: true }).shape)
  .refine(({ routes, link }) => !link || routes.includes(link.address), {
    path: ['link', 'address'],
    error: 'expected one of the routes of the remote',
  });
const packageSchema = z.object({ version: z.string(), remote: remoteSchema });

/** Parses a JSON file. Throws with the file, and the path and fault of each wrong field. */
async function parseFile<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path: place, message }) => `${place.join('.')}: ${message}`);
  throw new Error(`${file}: ${faults.join('; ')}`);
}

/** Version and statements of a remote's `package.json`. */
export const readRemotePackage = async (root: string, name: string) =>
  parseFile(path.join(await folderOf(root, name), 'package.json'), packageSchema);

const pageAssetsSchema = z.record(z.string(), z.array(z.string()));
const manifestSchema = z.object({
  shared: z.array(z.object({ name: z.string(), requiredVersion: z.string() })),
  protocol: z.int().positive().optional(),
});

/** Scripts by chunk name, pre-hydration scripts included, as paths below the build's `web` folder. */
async function scriptsOf(dist: string): Promise<Record<string, string[]>> {
  const chunks = await parseFile(path.join(dist, 'web', PAGE_ASSETS_FILE), pageAssetsSchema);
  const preHydration = await ifThere(
    parseFile(path.join(dist, 'web', 'pre-hydration', PAGE_ASSETS_FILE), pageAssetsSchema),
  );
  for (const [name, files] of Object.entries(preHydration ?? {}))
    chunks[preHydrationChunk(name)] = files.map((file) => `pre-hydration/${file}`);
  return chunks;
}

/** Staff pages are cached nowhere, so that their query keys do not matter. */
async function queryKeysOf(dist: string, name: string, { routes, staffOnly }: Pick<Release, 'routes' | 'staffOnly'>) {
  if (staffOnly) return undefined;
  const code = await readFile(path.join(dist, 'server', 'index.cjs'));
  const bundle = { name, version: 'to be published', contract: CONTRACT, code };
  return withWorker({ supabase: NO_BACKEND }, ({ worker }) => worker.queryKeys(bundle, routes));
}

async function releaseOf(root: string, dist: string, name: string): Promise<Release> {
  const { version, remote } = await readRemotePackage(root, name);
  const scripts = await scriptsOf(dist);
  const { shared, protocol } = await parseFile(path.join(dist, 'web', MANIFEST_FILE), manifestSchema);
  const hashes = await hashesOfBuild(dist);

  const file = async (filePath: string): Promise<ReleaseFile> => {
    const integrity = hashes.get(filePath);
    if (!integrity) throw new Error(`the build of ${name} has no ${filePath}`);
    return { path: filePath, integrity, size: (await stat(path.join(dist, filePath))).size };
  };
  const chunks = Object.entries(scripts).map(
    async ([chunk, files]) => [chunk, await Promise.all(files.map((script) => file(`web/${script}`)))] as const,
  );
  const release = releaseSchema.parse({
    name,
    version,
    contract: CONTRACT,
    ...remote,
    provenance: provenanceOf(root, process.env),
    resources: remote.resources ?? [],
    query: await queryKeysOf(dist, name, remote),
    entry: await file('web/remoteEntry.js'),
    server: await file('server/index.cjs'),
    manifest: await file(`web/${MANIFEST_FILE}`),
    chunks: Object.fromEntries(await Promise.all(chunks)),
    singletons: Object.fromEntries(shared.map((singleton) => [singleton.name, singleton.requiredVersion])),
    protocol,
  });
  return { ...release, version: contentVersion(version, release, hashes) };
}

/** Builds a remote and stores it as an immutable version. The release is that of the build, whatever the store holds. */
export function publish(root: string, store: Store, name: string) {
  return build(root, name, async ({ dist, sources }) => {
    const release = await releaseOf(root, dist, name);
    await storeBuild(store, dist, release);
    return { release, sources };
  });
}

/** Builds a remote into a folder, with its release document, for `publishBuilt` elsewhere. */
export function buildInto(root: string, name: string, folder: string): Promise<Release> {
  return build(root, name, async ({ dist }) => {
    const release = await releaseOf(root, dist, name);
    for (const part of PARTS)
      await cp(path.join(dist, part), path.join(folder, part), { recursive: true, errorOnExist: true, force: false });
    await writeFile(path.join(folder, RELEASE_FILE), releaseText(release), { flag: 'wx' });
    return release;
  });
}

/** Stores what was built elsewhere, if its release document has the stated hash and describes its files. */
export async function publishBuilt(store: Store, name: string, folder: string, hash: string): Promise<Release> {
  const release = await parseFile(path.join(folder, RELEASE_FILE), releaseSchema);
  if (releaseHash(release) !== hash) {
    throw new Error(`${folder} holds a release with the hash ${releaseHash(release)}; expected ${hash}`);
  }
  if (release.name !== name) throw new Error(`${folder} holds ${release.name}; expected ${name}`);
  assertDescribes(release, await hashesOfBuild(folder), folder);
  await storeBuild(store, folder, release);
  return release;
}
