import { assertTrusted } from '../../registry/provenance/signed-release.ts';
import { assertPublished, type Command } from '../command.ts';

export const command: Command = {
  args: ['NAME'],
  summary: 'goes back to the version that was live before, for everybody and at once',
  async run(invocation) {
    const { registry, trustedKeys, author, reason } = invocation;
    const [name = ''] = invocation.args;
    await assertPublished(invocation, name);
    const before = (await registry.read()).remotes[name]?.previous[0];
    if (before) assertTrusted(before, trustedKeys);
    const version = await registry.rollback(name, { author, reason });
    return { lines: [`live ${name}@${version}`], json: { done: 'rolled back', remote: name, version } };
  },
};
