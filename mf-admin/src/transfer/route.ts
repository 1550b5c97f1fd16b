import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';

export const transferRoute = defineRoute({
  id: 'admin-import',
  path: addresses.transfer,
  head: () => ({ title: 'Import & Export', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-import" */ './page.tsx'),
});
