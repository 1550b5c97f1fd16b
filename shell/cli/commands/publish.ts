import { remotesOf } from '../../build/workspace.ts';
import { openStore } from '../../registry/store/open-store.ts';
import { assertKnown, type Command } from '../command.ts';
import { publish } from '../publish.ts';

export const command: Command = {
  args: ['NAME'],
  summary: 'builds a remote and stores it as an immutable version',
  async run({ args: [name = ''], root, store }) {
    assertKnown(name, await remotesOf(root));
    const { version } = (await publish(root, await openStore(store), name)).release;
    return { lines: [`published ${name}@${version}`], json: { done: 'published', remote: name, version } };
  },
};
