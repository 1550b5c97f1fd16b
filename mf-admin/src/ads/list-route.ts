import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { listRecords } from '../records/data/records.ts';
import { loadList } from '../records/list-loader.ts';
import { ad, LISTED } from './ad-record.ts';

const handle: RouteHandle = { head: () => ({ title: 'Ads Management', noindex: true }) };

export const adsRoute: RouteObject = {
  id: 'admin-ads',
  path: addresses.ads,
  loader: loadList((client, page) => listRecords(client, ad, { names: LISTED, page })),
  handle,
  lazy: () => import(/* webpackChunkName: "admin-ads" */ './list-page.tsx'),
};
