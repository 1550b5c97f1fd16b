import { withPage } from '@ki/shared/contract/define-route.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { listAddresses } from './data/matrix.ts';
import { matrixRoute } from './routes/matrix/route.ts';

export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-matrix',
  routes: [withPage(matrixRoute, () => import(/* webpackChunkName: "matrix-page" */ './routes/matrix/page.tsx'))],
  sitemap: listAddresses,
};
