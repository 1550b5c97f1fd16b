import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { listPosts } from './data/list-posts.ts';
import { postQueryOf } from './model/post-query.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const query = postQueryOf(new URL(request.url).searchParams);
  return { query, page: settle(asStaff((client) => listPosts(client, query))) };
}

export type DashboardData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Dashboard', noindex: true }) };

export const dashboardRoute: RouteObject = {
  id: 'admin-dashboard',
  index: true,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-dashboard" */ './list-page.tsx'),
};
