import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { listRecords } from '../records/data/records.ts';
import { loadList } from '../records/list-loader.ts';
import { LISTED, workshop } from './workshop-record.ts';

const handle: RouteHandle = { head: () => ({ title: 'Workshops', noindex: true }) };

export const workshopsRoute: RouteObject = {
  id: 'admin-workshops',
  path: addresses.workshops,
  loader: loadList((client, page) => listRecords(client, workshop, { names: LISTED, page })),
  handle,
  lazy: () => import(/* webpackChunkName: "admin-workshops" */ './list-page.tsx'),
};
