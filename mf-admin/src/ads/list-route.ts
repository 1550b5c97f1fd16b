import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listAds } from './data/list-ads.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams, 'page');
  return { page, list: settle(asStaff((client) => listAds(client, page))) };
}

export type AdsData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Ads Management', noindex: true }) };

export const adsRoute: RouteObject = {
  id: 'admin-ads',
  path: addresses.ads,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-ads" */ './list-page.tsx'),
};
