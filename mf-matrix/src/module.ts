import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { listAddresses } from './data/list-addresses.ts';
import { matrixRoute } from './routes/matrix/route.ts';

/** The workshop matrix: what the shell mounts. */
export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-matrix',
  routes: [matrixRoute],
  sitemap: listAddresses,
};
