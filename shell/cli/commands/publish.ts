import { remotesOf } from '../../build/workspace.ts';
import { openStore } from '../../registry/store/open-store.ts';
import { assertKnown, type Command } from '../command.ts';
import { publish } from '../publish.ts';

export const command: Command = {
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
