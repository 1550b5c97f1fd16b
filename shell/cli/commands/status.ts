import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import type { RuntimeInfo } from '@ki/shared/federation/runtime.ts';
import { type Announcement, answers, runningShell, shellOfSite } from '../../registry/announcement.ts';
import { type GenerationNeed, generationNeeds, needText } from '../../registry/generation-needs.ts';
import type { VersionCounts } from '../../registry/registry.ts';
import { type Registry, type RegistryRemote, releasesOf } from '../../registry/schema.ts';
import { foundRuntimes, removeRuntimes } from '../../server/render/runtime-folders.ts';
import { addressed, assetsAt } from '../../server/resolve/release-set.ts';
import { type Command, describeProvenance, type Invocation, publishedName, wholeNumber } from '../command.ts';

/** `null` where another machine serves the remote, which cannot be asked from here. */
async function healthOf(remote: RegistryRemote, { registry, shell, isProject }: Known): Promise<string | null> {
  if (!remote.origin && !shell) return isProject ? null : 'not served now';
  const url = addressed(remote, remote.live, assetsAt(registry, shell?.port ?? 0)).address(remote.live.entry);
  return (await answers(url, { method: 'HEAD' })) ? 'served' : 'not served';
}

interface Known extends Pick<Invocation, 'isProject'> {
  readonly counts: readonly VersionCounts[];
  readonly registry: Registry;
  readonly shell: Announcement | null;
}

type Counts = Pick<VersionCounts, 'renders' | 'failures' | 'reports'>;

function canaryOf({ live, canary }: RegistryRemote, counts: readonly VersionCounts[]) {
  if (!canary) return null;
  const { release, ...terms } = canary;
  const counted = (version: string) => {
    const isOwn = (one: VersionCounts) =>
      one.remote === live.name && one.version === version && one.since === canary.since;
    const found = counts.filter(isOwn);
    const sum = (key: keyof Counts) => found.reduce((all, one) => all + one[key], 0);
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
    canary: canaryOf(remote, known.counts),
    health: await healthOf(remote, known),
  };
}

type State = Awaited<ReturnType<typeof stateOf>>;

const countsText = ({ renders, failures, reports }: Counts) =>
  `${failures} of ${renders} pages failed, ${reports} reports`;

const canaryText = ({ version, percent, margin, since, beside, ...own }: NonNullable<State['canary']>) =>
  `canary ${version} ${percent}% since ${since}, margin ${margin}: ${countsText(own)}; beside it ${countsText(beside)}`;

const line = ({ remote, version, since, author, canary, health }: State) =>
  [remote, version, since, author, canary ? canaryText(canary) : 'no canary', health].filter(Boolean).join('  ');

export const statusCommand: Command = {
  args: [],
  summary:
    'lists every remote: what is live since when and by whom, its canary with its counts, and whether it is served',
  async run({ registry, dataDir, isProject }) {
    const [state, counts, shell] = await Promise.all([registry.read(), registry.readCounts(), runningShell(dataDir)]);
    const known = { counts, registry: state, shell, isProject };
    const sorted = Object.entries(state.remotes).sort();
    const states = await Promise.all(sorted.map(([name, remote]) => stateOf(name, remote, known)));
    return { lines: states.map(line), json: { remotes: states } };
  },
};

function entriesOf(remote: RegistryRemote) {
  const made = new Map(releasesOf(remote).map(({ version, provenance }) => [version, provenance]));
  return remote.history.map((entry) => ({ ...entry, provenance: made.get(entry.version) }));
}

type Entry = ReturnType<typeof entriesOf>[number];

function historyLine({ time, action, version, percent, author, reason, provenance }: Entry): string {
  const what = percent === undefined ? action : `${action} ${percent}%`;
  const made = provenance ? [`(${describeProvenance(provenance)})`] : [];
  return [time, what.padEnd(11), version, author, reason, ...made].join('  ').trimEnd();
}

export const historyCommand: Command = {
  args: ['NAME'],
  summary: 'lists what was live when, by whom and why, newest first, and from which commit it was made',
  async run(invocation) {
    const name = await publishedName(invocation);
    const { remotes, retired } = await invocation.registry.read();
    const remote = remotes[name] ?? retired[name];
    const history = remote ? entriesOf(remote) : [];
    return { lines: history.map(historyLine), json: { remote: name, history } };
  },
};

/** Also generations that something needs and no runtime is there for. */
function generationsOf(runtimes: readonly RuntimeInfo[], needs: readonly GenerationNeed[], served: readonly number[]) {
  const byContract = new Map(runtimes.map((one) => [one.contract, one.singletons]));
  const numbers = new Set([...byContract.keys(), ...needs.map(({ contract }) => contract)]);
  return [...numbers]
    .sort((left, right) => right - left)
    .map((contract) => ({
      contract,
      singletons: byContract.get(contract) ?? {},
      isServed: served.includes(contract),
      needs: needs.filter((need) => need.contract === contract),
    }));
}

type Generation = ReturnType<typeof generationsOf>[number];

const packagesOf = (singletons: Generation['singletons']) =>
  Object.entries(singletons)
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

function lineOf({ contract, singletons, isServed, needs }: Generation): string {
  const state = isServed ? 'served' : 'not served';
  const needed = needs.length > 0 ? `needed by ${needs.map(needText).join(', ')}` : 'needed by nothing';
  return [`generation ${contract}`, state, packagesOf(singletons) || 'no runtime', needed].join('  ');
}

async function remove(dataDir: string, contract: number, needs: readonly GenerationNeed[]) {
  const found = needs.filter((need) => need.contract === contract);
  if (found.length > 0)
    throw new Error(
      `generation ${contract} is needed by ${found.map(needText).join(', ')}; expected nothing that needs it`,
    );
  const count = await removeRuntimes(dataDir, contract);
  if (count === 0) throw new Error(`${dataDir} keeps no runtime of generation ${contract}`);
  const line = `removed the runtime of generation ${contract}; shells serve it until they start again`;
  return { lines: [line], json: { done: 'removed', contract } };
}

export const generationsCommand: Command = {
  args: [],
  summary: 'lists the generations of the shared runtime: their versions, and which releases need each',
  options: {
    remove: { type: 'string', value: 'N', help: 'removes what this machine keeps of a generation that nothing needs' },
  },
  async run({ registry, dataDir, options }) {
    const needs = generationNeeds(await registry.read());
    const shell = (await runningShell(dataDir)) ?? (await shellOfSite(process.env.SITE_URL));
    const served = shell?.generations ?? [];
    if (options.remove !== undefined) {
      const contract = wholeNumber('remove', options.remove, 1, 999);
      if (contract === (served[0]?.contract ?? CONTRACT))
        throw new Error(`generation ${contract} is the newest that the shell serves; expected an older one`);
      return remove(dataDir, contract, needs);
    }
    // Of several with one number, the last counts: that of the shell, else the newest.
    const found = (await foundRuntimes(dataDir)).toReversed();
    const generations = generationsOf(
      [...found, ...served],
      needs,
      served.map(({ contract }) => contract),
    );
    return { lines: generations.map(lineOf), json: { generations } };
  },
};
