import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { loader } from './loader.ts';

/** Who is staff, and who is invited to be. */
export const accountsRoute = defineRoute({
  id: 'admin-accounts',
  path: addresses.accounts,
  loader,
  head: () => ({ title: 'Accounts', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-accounts" */ './page.tsx'),
});
