import { withPage } from '@ki/shared/contract/define-route.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { matrixRoute } from './routes/matrix/route.ts';
import { workshopRoute } from './routes/workshop/route.ts';
import { onServer } from './server.ts';

export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-matrix',
  routes: [
    withPage(matrixRoute, () => import(/* webpackChunkName: "matrix-page" */ './routes/matrix/page.tsx')),
    withPage(workshopRoute, () => import(/* webpackChunkName: "matrix-workshop-page" */ './routes/workshop/page.tsx')),
  ],
  // The build for browsers leaves it out.
  ...(typeof document === 'undefined' && onServer),
};
