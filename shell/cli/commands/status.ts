import { type Announcement, runningShell } from '../../registry/announcement.ts';
import type { RegistryRemote } from '../../registry/schema.ts';
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

/** A remote as an operator sees it. */
async function stateOf(name: string, remote: RegistryRemote, dataDir: string, shell: Announcement | null) {
  const { live, canary, history } = remote;
  const since = history.find(({ version, action }) => version === live.version && action !== 'canary');
  return {
    remote: name,
    version: live.version,
    since: since?.time ?? null,
    author: since?.author ?? null,
    canary: canary ? { version: canary.release.version, percent: canary.percent } : null,
    health: await healthOf(remote, dataDir, shell),
  };
}

type State = Awaited<ReturnType<typeof stateOf>>;

const line = ({ remote, version, since, author, canary, health }: State) =>
  [
    remote,
    version,
    ...(since ? [since] : []),
    ...(author ? [author] : []),
    canary ? `canary ${canary.version} ${canary.percent}%` : 'no canary',
    health,
  ].join('  ');

export const command: Command = {
  args: [],
  summary: 'lists every remote: what is live since when and by whom, its canary, and whether it is served',
  async run({ registry, dataDir }) {
    const [{ remotes }, shell] = await Promise.all([registry.read(), runningShell(dataDir)]);
    const states = await Promise.all(
      Object.entries(remotes)
        .sort()
        .map(([name, remote]) => stateOf(name, remote, dataDir, shell)),
    );
    return { lines: states.map(line), json: { remotes: states } };
  },
};
