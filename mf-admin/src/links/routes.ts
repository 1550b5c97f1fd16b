import { settleAsStaff } from '../kit/data/as-staff.ts';
import { recordRoutes } from '../records/routes.ts';
import { type LinksData, linksOfPages, readLinks } from './data/links.ts';
import { link } from './link-record.ts';

export const linkRoutes = recordRoutes({
  kind: link,
  name: 'link',
  options: linksOfPages,
  lazy: () => import(/* webpackChunkName: "admin-link" */ './record-page.tsx'),
  list: {
    title: 'Menu and Footer',
    loader: (): LinksData => ({ links: settleAsStaff(readLinks) }),
    lazy: () => import(/* webpackChunkName: "admin-links" */ './list-page.tsx'),
  },
});
