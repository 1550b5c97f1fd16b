import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { post } from '../files/model/post-record.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { readLegalPages } from '../records/data/legal.ts';
import { recordRoutes } from '../records/routes.ts';
import { listRequests } from '../versions/data/editing.ts';
import { countUnsigned, type DashboardData, listPosts, readFirstSteps, readOptions } from './data/posts.ts';
import { postQueryOf } from './model/post-list.ts';

const changedTexts = () => import(/* webpackChunkName: "admin-dashboard" */ './data/changed-texts.ts');

function loader({ request }: LoaderFunctionArgs): DashboardData {
  const { search, searchParams } = new URL(request.url);
  const query = postQueryOf(searchParams);
  return {
    query,
    page: settleAsStaff((client) => listPosts(client, query)),
    // Whoever searches or sorts has posts before them.
    steps: search === '' ? settleAsStaff(readFirstSteps) : null,
    changed: search === '' ? settleAsStaff(async (client) => (await changedTexts()).listChangedTexts(client)) : null,
    waiting: settleAsStaff(listRequests),
    unsigned: settleAsStaff(countUnsigned),
    legal: settleAsStaff(readLegalPages),
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
  options: readOptions,
  lazy: () => import(/* webpackChunkName: "admin-post" */ './record-page.tsx'),
});
