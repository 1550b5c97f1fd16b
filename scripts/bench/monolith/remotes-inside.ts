/**
 * Stands in for `shell/src/remotes/federation.ts`: the remotes are parts of the application. Their pages stay chunks of
 * their own; of staff's pages, so does the list, as nobody would have it in each visit.
 */
import { remote as blog } from '../../../mf-blog/src/module.ts';
import { remote as learning } from '../../../mf-learning/src/module.ts';
import { remote as matrix } from '../../../mf-matrix/src/module.ts';
import type { RemoteModule } from '../../../shared/contract/remote-module.ts';

const inside = new Map([blog, learning, matrix].map((remote) => [remote.id, remote]));

export const registerPlatform = () => undefined;
export const hasStarted = () => true;
export const registerInstead = () => undefined;

export const fetchRemote = async (name: string): Promise<RemoteModule> =>
  inside.get(name) ?? (await import('../../../mf-admin/src/module.ts')).remote;
