import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listCategories } from './data/list-categories.ts';

export function loader() {
  return { categories: settle(asStaff(listCategories)) };
}

export type NewPostData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'New Post', noindex: true }) };

export const newPostRoute: RouteObject = {
  id: 'admin-new-post',
  path: addresses.newPost,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-new-post" */ './new-page.tsx'),
};
