import { addresses } from '../addresses.ts';
import { listCategories } from '../records/data/list-categories.ts';
import { loadRecord } from '../records/record-loader.ts';
import { recordRoutes } from '../records/record-routes.ts';
import { workshop } from './workshop-record.ts';

export const workshopRoutes = recordRoutes({
  name: 'workshop',
  paths: { new: addresses.newWorkshop, edit: addresses.editWorkshop.pattern },
  texts: workshop.texts,
  loader: loadRecord(workshop, listCategories('workshop_categories')),
  lazy: () => import(/* webpackChunkName: "admin-workshop" */ './record-page.tsx'),
});
