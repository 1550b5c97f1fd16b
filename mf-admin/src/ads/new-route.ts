import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listOffers } from './data/list-offers.ts';

export function loader() {
  return { offers: settle(asStaff(listOffers)) };
}

export type NewAdData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Create New Ad', noindex: true }) };

export const newAdRoute: RouteObject = {
  id: 'admin-new-ad',
  path: addresses.newAd,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-new-ad" */ './new-page.tsx'),
};
