import type { RemoteModules } from '../code/remote-modules.ts';
import type { Lineup } from '../lineup/lineup.ts';
import type { Bundle } from '../renderers/bundle.ts';

interface PublicBundles {
  readonly bundles: readonly Bundle[];
  /** None is missing. */
  readonly isWhole: boolean;
}

/** The bundles of all remotes that visitors may see. One that cannot be loaded is left out: the others go on. */
export async function publicBundles(
  modules: Pick<RemoteModules, 'load'>,
  live: Lineup['live'],
): Promise<PublicBundles> {
  const open = [...live].filter(([, { release }]) => !release.staffOnly);
  const loaded = await Promise.allSettled(open.map(([name, remote]) => modules.load(name, remote)));
  const bundles = loaded.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return { bundles, isWhole: bundles.length === open.length };
}
