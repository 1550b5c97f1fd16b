import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { layoutRoute } from './layout/route.ts';

export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-admin',
  routes: [layoutRoute],
};
