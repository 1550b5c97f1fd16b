import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listTrash } from './data/list-trash.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams, 'page');
  return { page, list: settle(asStaff((client) => listTrash(client, page))) };
}

export type TrashData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Trash', noindex: true }) };

export const trashRoute: RouteObject = {
  id: 'admin-trash',
  path: addresses.trash,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-trash" */ './page.tsx'),
};
