import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import type { Lineup } from '../lineup.ts';
import type { RemoteModules } from '../remote-modules.ts';

/** The modules of all remotes that visitors may see. One that cannot be loaded is left out: the others go on. */
export async function publicModules(
  modules: Pick<RemoteModules, 'load'>,
  { live }: Lineup,
): Promise<readonly RemoteModule[]> {
  const open = [...live].filter(([, { release }]) => !release.staffOnly);
  const loaded = await Promise.allSettled(open.map(([name, remote]) => modules.load(name, remote)));
  return loaded.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
