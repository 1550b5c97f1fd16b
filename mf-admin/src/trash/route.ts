import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { loadList } from '../records/routes.ts';

// In the chunk of the page, as no other page of the admin needs it.
const reads = () => import(/* webpackChunkName: "admin-trash" */ './data/list-trash.ts');

export const trashRoute = defineRoute({
  id: 'admin-trash',
  path: addresses.trash,
  loader: loadList(async (client, page) => (await reads()).listTrash(client, page)),
  head: () => ({ title: 'Trash', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-trash" */ './page.tsx'),
});
