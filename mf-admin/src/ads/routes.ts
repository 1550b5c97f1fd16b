import { listRecords } from '../kinds/data/records.ts';
import { loadList, recordRoutes } from '../records/routes.ts';
import { ad } from './ad-record.ts';
import { listOffers } from './data/list-offers.ts';

export const adRoutes = recordRoutes({
  kind: ad,
  name: 'ad',
  options: listOffers,
  lazy: () => import(/* webpackChunkName: "admin-ad" */ './record-page.tsx'),
  list: {
    title: 'Ads Management',
    loader: loadList((client, page) => listRecords(client, ad, { page })),
    lazy: () => import(/* webpackChunkName: "admin-ads" */ './list-page.tsx'),
  },
});
