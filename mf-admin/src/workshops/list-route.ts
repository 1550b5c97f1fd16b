import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listWorkshops } from './data/list-workshops.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams, 'page');
  return { page, list: settle(asStaff((client) => listWorkshops(client, page))) };
}

export type WorkshopsData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Workshops', noindex: true }) };

export const workshopsRoute: RouteObject = {
  id: 'admin-workshops',
  path: addresses.workshops,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-workshops" */ './list-page.tsx'),
};
