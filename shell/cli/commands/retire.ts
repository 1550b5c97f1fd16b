import { assertPublished, type Command } from '../command.ts';

export const command: Command = {
  args: ['NAME'],
  summary: 'takes a remote out of the platform until it is promoted again; its addresses answer 404',
  async run(invocation) {
    const { registry, author, reason } = invocation;
    const [name = ''] = invocation.args;
    await assertPublished(invocation, name);
    await registry.retire(name, { author, reason });
    return { lines: [`retired ${name}`], json: { done: 'retired', remote: name } };
  },
};
