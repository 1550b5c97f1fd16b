import { type Announcement, runningShell } from '../../registry/announcement.ts';
import type { HistoryEntry, Provenance, Registry, RegistryRemote, VersionCounts } from '../../registry/schema.ts';
import { addressed, assetsAt } from '../../server/resolve/release-set.ts';
import { assertPublished, type Command } from '../command.ts';
import { describeProvenance } from '../provenance.ts';

const ANSWER_MS = 2_000;

async function healthOf(remote: RegistryRemote, { registry, shell }: Known): Promise<string> {
  if (!remote.origin && !shell) return 'not served now';
  const url = addressed(remote, remote.live, assetsAt(registry, shell?.port ?? 0)).address(remote.live.entry);
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  return answer?.ok ? 'served' : 'not served';
}

interface Known {
  readonly counts: readonly VersionCounts[];
  readonly registry: Registry;
  readonly shell: Announcement | null;
}

const NOTHING = { renders: 0, failures: 0, reports: 0 };

function canaryOf({ live, canary }: RegistryRemote, counts: readonly VersionCounts[]) {
  if (!canary) return null;
  const { release, ...terms } = canary;
  const counted = (version: string) => {
    const found = counts.filter((one) => one.version === version && one.since === canary.since);
    const sum = (key: keyof typeof NOTHING) => found.reduce((all, one) => all + one[key], 0);
    return { renders: sum('renders'), failures: sum('failures'), reports: sum('reports') };
  };
  return { version: release.version, ...terms, ...counted(release.version), beside: counted(live.version) };
}

async function stateOf(name: string, remote: RegistryRemote, known: Known) {
  const { live, history } = remote;
  const since = history.find(({ version, action }) => version === live.version && action !== 'canary');
  return {
    remote: name,
    version: live.version,
    since: since?.time ?? null,
    author: since?.author ?? null,
    canary: canaryOf(
      remote,
      known.counts.filter((one) => one.remote === name),
    ),
    health: await healthOf(remote, known),
  };
}

type State = Awaited<ReturnType<typeof stateOf>>;

const countsText = ({ renders, failures, reports }: typeof NOTHING) =>
  `${failures} of ${renders} pages failed, ${reports} reports`;

const canaryText = ({ version, percent, margin, since, beside, ...own }: NonNullable<State['canary']>) =>
  `canary ${version} ${percent}% since ${since}, margin ${margin}: ${countsText(own)}; beside it ${countsText(beside)}`;

const line = ({ remote, version, since, author, canary, health }: State) =>
  [
    remote,
    version,
    ...(since ? [since] : []),
    ...(author ? [author] : []),
    canary ? canaryText(canary) : 'no canary',
    health,
  ].join('  ');

export const statusCommand: Command = {
  args: [],
  summary:
    'lists every remote: what is live since when and by whom, its canary with its counts, and whether it is served',
  async run({ registry, dataDir }) {
    const [state, counts, shell] = await Promise.all([registry.read(), registry.readCounts(), runningShell(dataDir)]);
    const known = { counts, registry: state, shell };
    const sorted = Object.entries(state.remotes).sort();
    const states = await Promise.all(sorted.map(([name, remote]) => stateOf(name, remote, known)));
    return { lines: states.map(line), json: { remotes: states } };
  },
};

interface Entry extends HistoryEntry {
  readonly provenance?: Provenance;
}

function entriesOf({ live, previous, canary, history }: RegistryRemote): Entry[] {
  const releases = [live, ...previous, ...(canary ? [canary.release] : [])];
  const made = new Map(releases.map(({ version, provenance }) => [version, provenance]));
  return history.map((entry) => {
    const provenance = made.get(entry.version);
    return { ...entry, ...(provenance && { provenance }) };
  });
}

function historyLine({ time, action, version, percent, author, reason, provenance }: Entry): string {
  const what = percent === undefined ? action : `${action} ${percent}%`;
  const made = provenance ? [`(${describeProvenance(provenance)})`] : [];
  return [time, what.padEnd(11), version, author, reason, ...made].join('  ').trimEnd();
}

export const historyCommand: Command = {
  args: ['NAME'],
  summary: 'lists what was live when, by whom and why, newest first, and from which commit it was made',
  async run(invocation) {
    const [name = ''] = invocation.args;
    await assertPublished(invocation, name);
    const { remotes, retired } = await invocation.registry.read();
    const remote = remotes[name] ?? retired[name];
    const history = remote ? entriesOf(remote) : [];
    return { lines: history.map(historyLine), json: { remote: name, history } };
  },
};
