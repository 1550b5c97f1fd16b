import { retire } from '../../registry/deploy.ts';
import { assertKnown, type Command, knownRemotes } from '../command.ts';

export const command: Command = {
  args: ['NAME'],
  summary: 'takes a remote out of the platform until it is promoted again; its addresses answer 404',
  async run({ args: [name = ''], dataDir, author, reason }) {
    assertKnown(name, await knownRemotes(dataDir));
    await retire(dataDir, name, { author, reason });
    return { lines: [`retired ${name}`], json: { done: 'retired', remote: name } };
  },
};
