import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { loader } from './loader.ts';

/** For operators: what is live, who ships it, and how it came to that. */
export const platformRoute = defineRoute({
  id: 'admin-platform',
  path: addresses.platform,
  loader,
  head: () => ({ title: 'Platform', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-platform" */ './page.tsx'),
});
