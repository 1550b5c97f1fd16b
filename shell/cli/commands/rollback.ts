import { rollback } from '../../registry/deploy.ts';
import { assertKnown, type Command, knownRemotes } from '../command.ts';

export const command: Command = {
  args: ['NAME'],
  summary: 'goes back to the version that was live before, for everybody and at once',
  async run({ args: [name = ''], dataDir, author, reason }) {
    assertKnown(name, await knownRemotes(dataDir));
    const { version } = await rollback(dataDir, name, { author, reason });
    return { lines: [`live ${name}@${version}`], json: { done: 'rolled back', remote: name, version } };
  },
};
