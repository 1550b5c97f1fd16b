import type { HistoryEntry } from '../../registry/schema.ts';
import { assertPublished, type Command } from '../command.ts';

function line({ time, action, version, percent, author, reason }: HistoryEntry): string {
  const what = percent === undefined ? action : `${action} ${percent}%`;
  return [time, what.padEnd(11), version, author, reason].join('  ').trimEnd();
}

export const command: Command = {
  args: ['NAME'],
  summary: 'lists what was live when, by whom and why, newest first',
  async run(invocation) {
    const [name = ''] = invocation.args;
    await assertPublished(invocation, name);
    const { remotes, retired } = await invocation.registry.read();
    const history = (remotes[name] ?? retired[name])?.history ?? [];
    return { lines: history.map(line), json: { remote: name, history } };
  },
};
