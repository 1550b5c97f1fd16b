import type { HistoryEntry, Provenance, RegistryRemote } from '../../registry/schema.ts';
import { assertPublished, type Command } from '../command.ts';
import { describeProvenance } from '../provenance.ts';

interface Entry extends HistoryEntry {
  readonly provenance?: Provenance;
}

/** Entries with what is known of how their versions were made: of those that the registry still has. */
function entriesOf({ live, previous, canary, history }: RegistryRemote): Entry[] {
  const releases = [live, ...previous, ...(canary ? [canary.release] : [])];
  const made = new Map(releases.map(({ version, provenance }) => [version, provenance]));
  return history.map((entry) => {
    const provenance = made.get(entry.version);
    return { ...entry, ...(provenance && { provenance }) };
  });
}

function line({ time, action, version, percent, author, reason, provenance }: Entry): string {
  const what = percent === undefined ? action : `${action} ${percent}%`;
  const made = provenance ? [`(${describeProvenance(provenance)})`] : [];
  return [time, what.padEnd(11), version, author, reason, ...made].join('  ').trimEnd();
}

export const command: Command = {
  args: ['NAME'],
  summary: 'lists what was live when, by whom and why, newest first, and from which commit it was made',
  async run(invocation) {
    const [name = ''] = invocation.args;
    await assertPublished(invocation, name);
    const { remotes, retired } = await invocation.registry.read();
    const remote = remotes[name] ?? retired[name];
    const history = remote ? entriesOf(remote) : [];
    return { lines: history.map(line), json: { remote: name, history } };
  },
};
