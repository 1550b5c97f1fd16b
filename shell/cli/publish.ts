import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { preHydrationChunk } from '@ki/shared/contract/pre-hydration.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { PAGE_ASSETS_FILE } from '@ki/shared/federation/build-plugins.ts';
import { ifThere } from '@ki/shared/process/files.ts';
import { z } from 'zod';
import { build } from '../build/build.ts';
import { folderOf } from '../build/workspace.ts';
import { signatureOf } from '../registry/provenance/minisign.ts';
import { signingKeyFrom } from '../registry/provenance/secret-key.ts';
import { releaseText } from '../registry/provenance/signed-release.ts';
import { type Release, type ReleaseFile, releaseSchema } from '../registry/schema.ts';
import { contentVersion, hashesOfBuild, RELEASE_FILE, SIGNATURE_FILE } from '../registry/store/content.ts';
import { readRelease, readStored, type Store } from '../registry/store/store.ts';
import { provenanceOf } from './provenance.ts';
import { NO_BACKEND, withWorker } from './with-worker.ts';

const packageSchema = z.object({
  version: z.string(),
  remote: releaseSchema.pick({ routes: true, resources: true, staffOnly: true, budget: true }),
});
const pageAssetsSchema = z.record(z.string(), z.array(z.string()));
const manifestSchema = z.object({ shared: z.array(z.object({ name: z.string(), requiredVersion: z.string() })) });

async function parseFile<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
}

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

async function queryKeysOf(file: string, name: string, patterns: readonly string[]) {
  const bundle = { name, version: 'to be published', code: await readFile(file) };
  return withWorker(NO_BACKEND, ({ worker }) => worker.queryKeys(bundle, patterns));
}

async function releaseOf(root: string, dist: string, name: string): Promise<Release> {
  const folder = await folderOf(root, name);
  const { version, remote } = await parseFile(path.join(folder, 'package.json'), packageSchema);
  const scripts = await scriptsOf(dist);
  const { shared } = await parseFile(path.join(dist, 'web', 'mf-manifest.json'), manifestSchema);
  const hashes = await hashesOfBuild(dist);

  const file = (filePath: string): ReleaseFile => {
    const integrity = hashes.get(filePath);
    if (!integrity) throw new Error(`the build of ${name} has no ${filePath}`);
    return { path: filePath, integrity };
  };
  return releaseSchema.parse({
    name,
    version: contentVersion(version, hashes),
    contract: CONTRACT,
    ...remote,
    provenance: provenanceOf(root, process.env),
    resources: remote.resources ?? [],
    ...(remote.staffOnly
      ? {}
      : { query: await queryKeysOf(path.join(dist, 'server', 'index.cjs'), name, remote.routes) }),
    entry: file('web/remoteEntry.js'),
    server: file('server/index.cjs'),
    manifest: file('web/mf-manifest.json'),
    chunks: Object.fromEntries(
      Object.entries(scripts).map(([chunk, files]) => [chunk, files.map((script) => file(`web/${script}`))]),
    ),
    singletons: Object.fromEntries(shared.map((singleton) => [singleton.name, singleton.requiredVersion])),
  });
}

async function keyPassword(): Promise<string> {
  const { MINISIGN_PASSWORD } = process.env;
  if (MINISIGN_PASSWORD) return MINISIGN_PASSWORD;
  throw new Error('the key is encrypted; expected its password in MINISIGN_PASSWORD');
}

/** Signs a stored release once. Throws when its file is not in the form that this platform writes. */
export async function sign(store: Store, release: Release, keyFile: string): Promise<void> {
  const { name, version } = release;
  if (release.signature) return;
  const key = await signingKeyFrom(await readFile(keyFile, 'utf8'), keyPassword);
  const content = await readStored(store, release, RELEASE_FILE);
  if (content.toString() !== releaseText(release)) {
    throw new Error(`${name}@${version} was published by an older platform; expected a version of this one to sign`);
  }
  await store.add(name, version, SIGNATURE_FILE, signatureOf(content, key, `${name}@${version}`));
}

/** Builds a remote and stores it as an immutable version, signed when `keyFile` names a minisign key. */
export function publish(root: string, store: Store, name: string, keyFile?: string) {
  return build(root, name, async ({ dist, sources }) => {
    const built = await releaseOf(root, dist, name);
    await store.put(dist, built);
    const stored = () => readRelease(store, name, built.version);
    if (keyFile) await sign(store, await stored(), keyFile);
    return { release: await stored(), sources };
  });
}
