import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { earlyChunk } from '@ki/shared/contract/early.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { PAGE_ASSETS_FILE } from '@ki/shared/federation/page-assets.ts';
import { z } from 'zod';
import { build } from '../build/build.ts';
import { folderOf } from '../build/workspace.ts';
import { ifThere } from '../registry/if-there.ts';
import { type Release, type ReleaseFile, releaseSchema } from '../registry/schema.ts';
import { contentVersion, hashesOfBuild } from '../registry/store/content.ts';
import { readRelease, type Store } from '../registry/store/store.ts';
import { provenanceOf } from './provenance.ts';
import { queryKeysOf } from './query-keys.ts';
import { sign } from './sign.ts';

/** What a remote says of itself in its package.json. */
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

/** The scripts of a build by the names of their chunks, below its `web` folder; those of early scripts as well. */
async function scriptsOf(dist: string): Promise<Record<string, string[]>> {
  const chunks = await parseFile(path.join(dist, 'web', PAGE_ASSETS_FILE), pageAssetsSchema);
  const early = await ifThere(parseFile(path.join(dist, 'web', 'early', PAGE_ASSETS_FILE), pageAssetsSchema));
  for (const [name, files] of Object.entries(early ?? {}))
    chunks[earlyChunk(name)] = files.map((file) => `early/${file}`);
  return chunks;
}

/** Describes a build as a release: its version follows from its content. */
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

/**
 * Builds a remote and stores it as an immutable version, signed with a key of minisign where its file is named; an
 * existing version is left as it is. Resolves with what is stored.
 */
export function publish(root: string, store: Store, name: string, keyFile?: string) {
  return build(root, name, async ({ dist, sources }) => {
    const built = await releaseOf(root, dist, name);
    await store.put(dist, built);
    const stored = () => readRelease(store, name, built.version);
    if (keyFile) await sign(store, await stored(), keyFile);
    return { release: await stored(), sources };
  });
}
