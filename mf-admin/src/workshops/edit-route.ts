import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listWorkshopCategories } from './data/list-workshop-categories.ts';
import { readWorkshop } from './data/read-workshop.ts';

export function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  // Together: without its categories the form would lose the workshop's own.
  const both = asStaff(async (client) => {
    const [workshop, categories] = await Promise.all([readWorkshop(client, id), listWorkshopCategories(client)]);
    return { workshop, categories };
  });
  return { id, form: settle(both) };
}

export type EditWorkshopData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Edit Workshop', noindex: true }) };

export const editWorkshopRoute: RouteObject = {
  id: 'admin-edit-workshop',
  path: addresses.editWorkshop.pattern,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-edit-workshop" */ './edit-page.tsx'),
};
