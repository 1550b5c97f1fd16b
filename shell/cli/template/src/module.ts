import { withPage } from '@ki/shared/contract/define-route.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { ADDRESS, route } from './routes/template/route.ts';

export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-template',
  routes: [withPage(route, () => import(/* webpackChunkName: "template-page" */ './routes/template/page.tsx'))],
  sitemap: async () => [{ path: ADDRESS }],
};
