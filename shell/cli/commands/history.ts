import { readRegistry } from '../../registry/registry-file.ts';
import type { HistoryEntry } from '../../registry/schema.ts';
import { assertKnown, type Command, knownRemotes } from '../command.ts';

function line({ time, action, version, percent, author, reason }: HistoryEntry): string {
  const what = percent === undefined ? action : `${action} ${percent}%`;
  return [time, what.padEnd(11), version, author, reason].join('  ').trimEnd();
}

export const command: Command = {
  args: ['NAME'],
  summary: 'lists what was live when, by whom and why, newest first',
  async run({ args: [name = ''], dataDir }) {
    assertKnown(name, await knownRemotes(dataDir));
    const { remotes, retired } = await readRegistry(dataDir);
    const history = (remotes[name] ?? retired[name])?.history ?? [];
    return { lines: history.map(line), json: { remote: name, history } };
  },
};
