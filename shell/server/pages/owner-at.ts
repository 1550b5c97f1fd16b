import { isBrowserOnly } from '../../src/remotes/browser-only.ts';
import { ownerOf } from '../../src/remotes/owner.ts';
import type { RemoteModules } from '../code/remote-modules.ts';
import type { Lineup, LiveRemote } from '../lineup/lineup.ts';
import type { Bundle } from '../renderers/bundle.ts';

interface Owner {
  /** The release whose code the server runs for an address, where there is one. */
  readonly live?: LiveRemote | undefined;
  /** Its code; `null` where it cannot be had. */
  readonly bundle: Bundle | null;
}

/** Who makes what is at an address. */
export async function ownerAt({ pathname }: URL, { platform, live }: Lineup, modules: RemoteModules): Promise<Owner> {
  const name = ownerOf(platform.remotes, pathname);
  const owner = name === undefined || isBrowserOnly(platform.remotes[name]) ? undefined : live.get(name);
  if (!name || !owner) return { bundle: null };
  try {
    return { live: owner, bundle: await modules.load(name, owner) };
  } catch {
    // Reported where it was loaded; a page says that its owner is not reachable.
    return { live: owner, bundle: null };
  }
}
