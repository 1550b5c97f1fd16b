import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { listRecords } from '../records/data/records.ts';
import { loadList } from '../records/list-loader.ts';
import { LISTED, workshop } from './workshop-record.ts';

export const workshopsRoute = defineRoute({
  id: 'admin-workshops',
  path: addresses.workshops,
  loader: loadList((client, page) => listRecords(client, workshop, { names: LISTED, page })),
  head: () => ({ title: 'Workshops', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-workshops" */ './list-page.tsx'),
});
