import { assertPublished, type Command } from '../command.ts';

export const command: Command = {
  args: ['NAME'],
  summary: 'goes back to the version that was live before, for everybody and at once',
  async run(invocation) {
    const { registry, author, reason } = invocation;
    const [name = ''] = invocation.args;
    await assertPublished(invocation, name);
    const version = await registry.rollback(name, { author, reason });
    return { lines: [`live ${name}@${version}`], json: { done: 'rolled back', remote: name, version } };
  },
};
