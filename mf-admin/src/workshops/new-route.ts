import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listWorkshopCategories } from './data/list-workshop-categories.ts';

export function loader() {
  return { categories: settle(asStaff(listWorkshopCategories)) };
}

export type NewWorkshopData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'New Workshop', noindex: true }) };

export const newWorkshopRoute: RouteObject = {
  id: 'admin-new-workshop',
  path: addresses.newWorkshop,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-new-workshop" */ './new-page.tsx'),
};
