import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { loadRecord } from '../records/routes.ts';
import { SITE_ID, site } from './site-record.ts';

export const siteRoute = defineRoute({
  id: 'admin-site',
  path: addresses.site,
  loader: () => loadRecord(site, SITE_ID, async () => null),
  head: () => ({ title: site.texts.edit, noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-site" */ './page.tsx'),
});
