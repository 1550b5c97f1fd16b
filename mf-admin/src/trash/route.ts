import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { loadList } from '../records/routes.ts';
import { listTrash } from './data/list-trash.ts';

export const trashRoute = defineRoute({
  id: 'admin-trash',
  path: addresses.trash,
  loader: loadList(listTrash),
  head: () => ({ title: 'Trash', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-trash" */ './page.tsx'),
});
