import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listCategories } from './data/list-categories.ts';
import { readPost } from './data/read-post.ts';

export function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  // Together: without its categories the form would lose the post's own.
  const both = asStaff(async (client) => {
    const [post, categories] = await Promise.all([readPost(client, id), listCategories(client)]);
    return { post, categories };
  });
  return { id, form: settle(both) };
}

export type EditPostData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Edit Post', noindex: true }) };

export const editPostRoute: RouteObject = {
  id: 'admin-edit-post',
  path: addresses.editPost.pattern,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-edit-post" */ './edit-page.tsx'),
};
