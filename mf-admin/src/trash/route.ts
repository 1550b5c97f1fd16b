import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { loader } from './loader.ts';

export const trashRoute = defineRoute({
  id: 'admin-trash',
  path: addresses.trash,
  loader,
  head: () => ({ title: 'Trash', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-trash" */ './page.tsx'),
});
