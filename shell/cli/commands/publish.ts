import path from 'node:path';
import { remotesOf } from '../../build/workspace.ts';
import { isSameBuild, releaseHash } from '../../registry/provenance/statements.ts';
import type { PlatformRegistry } from '../../registry/registry.ts';
import type { Release } from '../../registry/schema.ts';
import { openStore } from '../../registry/store/open-store.ts';
import { prune } from '../../registry/store/store.ts';
import { assertKnown, type Command } from '../command.ts';
import { buildInto, publish, publishBuilt } from '../publish.ts';

function buildFrom(text: unknown) {
  const [folder = '', hash = ''] = String(text).split('#', 2);
  if (folder && /^[0-9a-f]{64}$/.test(hash)) return { folder, hash };
  throw new Error(`--build is "${text}"; expected FOLDER#HASH, as pnpm remote build printed the hash`);
}

export const buildCommand: Command = {
  args: ['NAME', 'FOLDER'],
  isOfSources: true,
  summary: 'builds a remote into a folder with its release document, for publish --build elsewhere; needs no secret',
  async run({ args: [name = '', folder = ''], root }) {
    assertKnown(name, await remotesOf(root));
    const release = await buildInto(root, name, path.resolve(root, folder));
    const { version } = release;
    const hash = releaseHash(release);
    return { lines: [`built ${name}@${version}#${hash}`], json: { done: 'built', remote: name, version, hash } };
  },
};

export const publishCommand: Command = {
  args: ['NAME'],
  summary: 'builds a remote and stores it as an immutable version; prints the hash of its release document',
  options: {
    build: {
      type: 'string',
      value: 'FOLDER#HASH',
      help: 'takes what was built there, if its release document has this hash, and builds nothing',
    },
  },
  async run({ args: [name = ''], options, root, registry, store }) {
    assertKnown(name, await remotesOf(root));
    const target = await openStore(store);
    const built = options.build === undefined ? null : buildFrom(options.build);
    const release = built
      ? await publishBuilt(target, name, path.resolve(root, built.folder), built.hash)
      : (await publish(root, target, name)).release;
    await registry.publish(release);
    const { version } = release;
    const hash = await registeredHash(registry, release);
    return {
      lines: [`hash ${hash}`, `published ${name}@${version}`],
      json: { done: 'published', remote: name, version, hash },
    };
  },
};

/** The registry keeps the provenance of whoever published the same content first. */
async function registeredHash(registry: PlatformRegistry, built: Release): Promise<string> {
  const { release } = await registry.readRelease(built.name, built.version);
  if (release && isSameBuild(release, built)) return releaseHash(release);
  throw new Error(`the registry has another ${built.name}@${built.version} than the one that was built`);
}

export const pruneCommand: Command = {
  args: [],
  summary: 'removes versions from the store that came 90 days ago and that nothing of the last 90 days names',
  options: { 'dry-run': { type: 'boolean', help: 'says what it would remove, and removes nothing' } },
  async run({ options, registry, store }) {
    const isDryRun = options['dry-run'] === true;
    const removed = await prune(await openStore(store), await registry.read(), new Date(), isDryRun);
    const word = isDryRun ? 'would remove' : 'removed';
    return {
      lines: removed.map(({ remote, version }) => `${word} ${remote}@${version}`),
      json: { done: isDryRun ? 'looked' : 'pruned', removed },
    };
  },
};
