import { listRecords } from '../kinds/data/records.ts';
import { listCategories } from '../records/data/categories.ts';
import { loadList, recordRoutes } from '../records/routes.ts';
import { workshop } from './workshop-record.ts';

export const workshopRoutes = recordRoutes({
  kind: workshop,
  name: 'workshop',
  options: listCategories('workshop_categories'),
  lazy: () => import(/* webpackChunkName: "admin-workshop" */ './record-page.tsx'),
  list: {
    title: 'Workshops',
    loader: loadList((client, page) => listRecords(client, workshop, { page })),
    lazy: () => import(/* webpackChunkName: "admin-workshops" */ './list-page.tsx'),
  },
});
