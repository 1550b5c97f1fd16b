import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { listRecords } from '../kinds/data/records.ts';
import { loadList, recordRoutes } from '../records/routes.ts';
import { ad } from './ad-record.ts';
import { listOffers } from './data/list-offers.ts';

export const adsRoute = defineRoute({
  id: 'admin-ads',
  path: addresses.ads,
  loader: loadList((client, page) => listRecords(client, ad, { page })),
  head: () => ({ title: 'Ads Management', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-ads" */ './list-page.tsx'),
});

export const adRoutes = recordRoutes({
  kind: ad,
  name: 'ad',
  options: listOffers,
  lazy: () => import(/* webpackChunkName: "admin-ad" */ './record-page.tsx'),
});
