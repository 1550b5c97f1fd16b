import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listCategories } from '../records/data/categories.ts';
import { readLegalPages } from '../records/data/legal.ts';
import { listRequests } from '../records/data/publication.ts';
import { recordRoutes } from '../records/routes.ts';
import { readFirstSteps } from './data/first-steps.ts';
import { countUnsigned, type DashboardData, listPosts } from './data/list-posts.ts';
import { postQueryOf } from './model/post-list.ts';
import { post } from './post-record.ts';

function loader({ request }: LoaderFunctionArgs): DashboardData {
  const { search, searchParams } = new URL(request.url);
  const query = postQueryOf(searchParams);
  return {
    query,
    page: settle(asStaff((client) => listPosts(client, query))),
    // Whoever searches or sorts has posts before them.
    steps: search === '' ? settle(asStaff(readFirstSteps)) : null,
    waiting: settle(asStaff(listRequests)),
    unsigned: settle(asStaff(countUnsigned)),
    legal: settle(asStaff(readLegalPages)),
  };
}

export const dashboardRoute = defineRoute({
  id: 'admin-dashboard',
  index: true,
  loader,
  head: () => ({ title: 'Dashboard', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-dashboard" */ './list-page.tsx'),
});

export const postRoutes = recordRoutes({
  kind: post,
  name: 'post',
  paths: { new: addresses.newPost, edit: addresses.editPost.pattern },
  options: listCategories('categories'),
  lazy: () => import(/* webpackChunkName: "admin-post" */ './record-page.tsx'),
});
