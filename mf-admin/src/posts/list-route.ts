import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { loader } from './list-loader.ts';

export const dashboardRoute = defineRoute({
  id: 'admin-dashboard',
  index: true,
  loader,
  head: () => ({ title: 'Dashboard', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-dashboard" */ './list-page.tsx'),
});
