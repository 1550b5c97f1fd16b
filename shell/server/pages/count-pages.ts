import { isBrowserOnly } from '../../src/remotes/browser-only.ts';
import type { Fallbacks } from '../code/fallbacks.ts';
import type { CountedVersions } from '../counts/version-counts.ts';
import type { Lineup, LiveRemote } from '../lineup/lineup.ts';
import type { Served } from './keep/page-cache.ts';
import { type Outcome, outcomeOfError } from './outcome.ts';

type Replied = Served | Promise<Served>;

/**
 * Returns what answers with a page and counts how it comes out for the version of its owner that the visitor should get,
 * if that remote has a canary. See docs/decisions/0040.
 */
export function countPages(
  counts: Pick<CountedVersions, 'page' | 'isUndecided'>,
  { inForce }: Pick<Fallbacks, 'inForce'>,
) {
  function counted(owner: string | undefined, { live, platform }: Lineup): LiveRemote | undefined {
    const remote = owner === undefined ? undefined : live.get(owner);
    return remote?.comparison && !isBrowserOnly(platform.remotes[remote.release.name]) ? remote : undefined;
  }

  function note(remote: LiveRemote, outcome: Outcome): void {
    if (outcome !== 'unknown') counts.page(remote, outcome === 'failed');
  }

  const isStoodInFor = (remote: LiveRemote, lineup: Lineup) => inForce(lineup).live.get(remote.release.name) !== remote;

  /** `answer` is told whether the page has to be made anew, as too little is known of the version yet. */
  return (owner: string | undefined, lineup: Lineup, answer: (isAnew: boolean) => Replied): Replied => {
    const remote = counted(owner, lineup);
    if (!remote) return answer(false);
    const served = (page: Served) => {
      note(remote, isStoodInFor(remote, lineup) ? 'failed' : page.outcome);
      return page;
    };
    const failed = (error: unknown): never => {
      note(remote, outcomeOfError(error, remote));
      throw error;
    };
    const page = answer(counts.isUndecided(remote));
    return page instanceof Promise ? page.then(served, failed) : served(page);
  };
}
