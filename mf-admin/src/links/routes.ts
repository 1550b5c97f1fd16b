import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { recordRoutes } from '../records/routes.ts';
import { type LinksData, linksOfPages, readLinks } from './data/links.ts';
import { link } from './link-record.ts';

export const linksRoute = defineRoute({
  id: 'admin-links',
  path: addresses.links,
  loader: (): LinksData => ({ links: settleAsStaff(readLinks) }),
  head: () => ({ title: 'Menu and Footer', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-links" */ './list-page.tsx'),
});

export const linkRoutes = recordRoutes({
  kind: link,
  name: 'link',
  options: linksOfPages,
  lazy: () => import(/* webpackChunkName: "admin-link" */ './record-page.tsx'),
});
