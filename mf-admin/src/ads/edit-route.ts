import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listOffers } from './data/list-offers.ts';
import { readAd } from './data/read-ad.ts';

export function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  // Together: without the offers the form would lose the ad's own.
  const both = asStaff(async (client) => {
    const [ad, offers] = await Promise.all([readAd(client, id), listOffers(client)]);
    return { ad, offers };
  });
  return { id, form: settle(both) };
}

export type EditAdData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Edit Ad', noindex: true }) };

export const editAdRoute: RouteObject = {
  id: 'admin-edit-ad',
  path: addresses.editAd.pattern,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-edit-ad" */ './edit-page.tsx'),
};
