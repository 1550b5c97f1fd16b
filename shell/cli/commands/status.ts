import { type Announcement, runningShell } from '../../registry/announcement.ts';
import type { RegistryRemote } from '../../registry/schema.ts';
import type { VersionCounts } from '../../registry/version-counts.ts';
import { addressed } from '../../server/lineup/lineup.ts';
import type { Command } from '../command.ts';

const ANSWER_MS = 2_000;

/** Whether the entry of what is live is where browsers look for it. */
async function healthOf(remote: RegistryRemote, dataDir: string, shell: Announcement | null): Promise<string> {
  if (!remote.origin && !shell) return 'not served now';
  const { address } = addressed(remote, remote.live, {
    port: 0,
    siteUrl: '',
    supabase: { url: '', key: '' },
    ...shell,
    dataDir,
  });
  const url = address(remote.live.entry);
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  return answer?.ok ? 'served' : 'not served';
}

interface Known {
  readonly counts: readonly VersionCounts[];
  readonly dataDir: string;
  readonly shell: Announcement | null;
}

const NOTHING = { renders: 0, failures: 0, reports: 0 };

/** A canary with what was counted of it, and of what is live beside it. */
function canaryOf({ live, canary }: RegistryRemote, counts: readonly VersionCounts[]) {
  if (!canary) return null;
  const { release, ...terms } = canary;
  const counted = (version: string) => {
    const found = counts.find((one) => one.version === version && one.since === canary.since) ?? NOTHING;
    return { renders: found.renders, failures: found.failures, reports: found.reports };
  };
  return { version: release.version, ...terms, ...counted(release.version), beside: counted(live.version) };
}

/** A remote as an operator sees it. */
async function stateOf(name: string, remote: RegistryRemote, { counts, dataDir, shell }: Known) {
  const { live, history } = remote;
  const since = history.find(({ version, action }) => version === live.version && action !== 'canary');
  return {
    remote: name,
    version: live.version,
    since: since?.time ?? null,
    author: since?.author ?? null,
    canary: canaryOf(
      remote,
      counts.filter((one) => one.remote === name),
    ),
    health: await healthOf(remote, dataDir, shell),
  };
}

type State = Awaited<ReturnType<typeof stateOf>>;

const countsText = ({ renders, failures, reports }: typeof NOTHING) =>
  `${failures} of ${renders} renders failed, ${reports} reports`;

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

export const command: Command = {
  args: [],
  summary:
    'lists every remote: what is live since when and by whom, its canary with its counts, and whether it is served',
  async run({ registry, dataDir }) {
    const [{ remotes }, counts, shell] = await Promise.all([
      registry.read(),
      registry.readCounts(),
      runningShell(dataDir),
    ]);
    const known = { counts, dataDir, shell };
    const sorted = Object.entries(remotes).sort();
    const states = await Promise.all(sorted.map(([name, remote]) => stateOf(name, remote, known)));
    return { lines: states.map(line), json: { remotes: states } };
  },
};
