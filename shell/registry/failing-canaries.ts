/**
 * When a canary goes back by itself. A registry in the database decides the same in SQL; one table of cases tests both.
 * See docs/decisions/0040.
 */
import { withCanary } from './moves.ts';
import type { Registry, RegistryRemote } from './schema.ts';
import type { VersionCounts } from './version-counts.ts';

/** A canary is judged from so many renders on. */
export const LEAST_RENDERS = 200;

const isOf = ({ canary, live }: RegistryRemote, { version, since }: VersionCounts) =>
  canary?.since === since && [canary.release.version, live.version].includes(version);

const isCount = ({ renders, failures, reports }: VersionCounts) => renders >= failures && failures >= 0 && reports >= 0;

const sum = (one: VersionCounts, other: VersionCounts): VersionCounts => ({
  ...one,
  renders: one.renders + other.renders,
  failures: one.failures + other.failures,
  reports: one.reports + other.reports,
});

/** Counts added up for each version, of the canaries that are in force. */
export function summed(registry: Registry, counts: readonly VersionCounts[]): VersionCounts[] {
  const sums = new Map<string, VersionCounts>();
  for (const counted of counts) {
    const remote = registry.remotes[counted.remote];
    if (!remote || !isOf(remote, counted) || !isCount(counted)) continue;
    const key = `${counted.remote}@${counted.version}`;
    const known = sums.get(key);
    sums.set(key, known ? sum(known, counted) : counted);
  }
  return [...sums.values()];
}

const NOTHING = { renders: 0, failures: 0 };
const failedOf100 = ({ renders, failures }: typeof NOTHING) => (renders > 0 ? (100 * failures) / renders : 0);

/** Why a canary has to go back: the figures; `null` while it need not. */
function whyBack(remote: RegistryRemote, counts: readonly VersionCounts[]): string | null {
  const { canary, live } = remote;
  const of = (wanted: string) => counts.find(({ version }) => version === wanted) ?? NOTHING;
  if (!canary) return null;
  const [own, beside] = [of(canary.release.version), of(live.version)];
  if (own.renders < LEAST_RENDERS || failedOf100(own) - failedOf100(beside) <= canary.margin) return null;
  return `went back by itself: ${own.failures} of ${own.renders} renders failed, of ${live.version} beside it ${beside.failures} of ${beside.renders}; the margin is ${canary.margin} of 100`;
}

/** The registry without the canaries that fail by more than their margin; the same while there is none. */
export function withoutFailing(registry: Registry, counts: readonly VersionCounts[]): Registry {
  return Object.entries(registry.remotes).reduce((before, [name, remote]) => {
    const reason = whyBack(
      remote,
      counts.filter((counted) => counted.remote === name),
    );
    const release = remote.canary?.release;
    return reason && release ? withCanary(before, release, 0, { author: 'shell', reason }) : before;
  }, registry);
}
