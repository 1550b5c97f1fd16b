import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { ADDRESS, route } from './routes/template/route.ts';

/** Template: what the shell mounts. */
export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-template',
  routes: [route],
  sitemap: async () => [{ path: ADDRESS }],
};
