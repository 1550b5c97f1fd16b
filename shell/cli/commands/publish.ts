import { remotesOf } from '../../build/workspace.ts';
import { openStore } from '../../registry/store/open-store.ts';
import { prune } from '../../registry/store/prune.ts';
import { assertKnown, type Command } from '../command.ts';
import { publish } from '../publish.ts';

export const publishCommand: Command = {
  args: ['NAME'],
  summary: 'builds a remote and stores it as an immutable version',
  options: {
    sign: {
      type: 'string',
      value: 'KEYFILE',
      help: 'signs it with a secret key of minisign; its password is in MINISIGN_PASSWORD',
    },
  },
  async run({ args: [name = ''], options, root, registry, store }) {
    assertKnown(name, await remotesOf(root));
    const { release } = await publish(root, await openStore(store), name, options.sign as string | undefined);
    await registry.publish(release);
    const { version } = release;
    return { lines: [`published ${name}@${version}`], json: { done: 'published', remote: name, version } };
  },
};

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
