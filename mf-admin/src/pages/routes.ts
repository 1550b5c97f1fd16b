import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { loadList, recordRoutes } from '../records/routes.ts';
import { listPages, readTemplateFacts, type TemplatesData } from './data/pages.ts';
import { page } from './page-record.ts';

export const pageTemplatesRoute = defineRoute({
  id: 'admin-page-templates',
  path: addresses.pageTemplates,
  loader: (): TemplatesData => ({ facts: settleAsStaff(readTemplateFacts) }),
  head: () => ({ title: 'Page Templates', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-page-templates" */ './templates-page.tsx'),
});

export const pageRoutes = recordRoutes({
  kind: page,
  name: 'page',
  lazy: () => import(/* webpackChunkName: "admin-page" */ './record-page.tsx'),
  list: {
    title: 'Pages',
    loader: loadList(listPages),
    lazy: () => import(/* webpackChunkName: "admin-pages" */ './list-page.tsx'),
  },
});
