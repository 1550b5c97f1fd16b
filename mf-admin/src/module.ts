import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { layoutRoute } from './layout/route.ts';

/** The admin area: what the shell mounts for signed-in staff. */
export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-admin',
  routes: [layoutRoute],
};
