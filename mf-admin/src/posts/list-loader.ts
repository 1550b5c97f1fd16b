import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { listPosts } from './data/list-posts.ts';
import { postQueryOf } from './model/post-query.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const query = postQueryOf(new URL(request.url).searchParams);
  return { query, page: settle(asStaff((client) => listPosts(client, query))) };
}

export type DashboardData = ReturnType<typeof loader>;
