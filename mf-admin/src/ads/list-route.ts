import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { listRecords } from '../records/data/records.ts';
import { loadList } from '../records/list-loader.ts';
import { ad, LISTED } from './ad-record.ts';

export const adsRoute = defineRoute({
  id: 'admin-ads',
  path: addresses.ads,
  loader: loadList((client, page) => listRecords(client, ad, { names: LISTED, page })),
  head: () => ({ title: 'Ads Management', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-ads" */ './list-page.tsx'),
});
