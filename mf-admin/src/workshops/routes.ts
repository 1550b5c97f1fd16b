import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { listRecords } from '../kinds/data/records.ts';
import { listCategories } from '../records/data/categories.ts';
import { loadList, recordRoutes } from '../records/routes.ts';
import { workshop } from './workshop-record.ts';

export const workshopsRoute = defineRoute({
  id: 'admin-workshops',
  path: addresses.workshops,
  loader: loadList((client, page) => listRecords(client, workshop, { page })),
  head: () => ({ title: 'Workshops', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-workshops" */ './list-page.tsx'),
});

export const workshopRoutes = recordRoutes({
  kind: workshop,
  name: 'workshop',
  options: listCategories('workshop_categories'),
  lazy: () => import(/* webpackChunkName: "admin-workshop" */ './record-page.tsx'),
});
