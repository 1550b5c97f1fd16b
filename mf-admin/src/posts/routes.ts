import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { post } from '../files/model/post-record.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { listCategories } from '../records/data/categories.ts';
import { readLegalPages } from '../records/data/legal.ts';
import { recordRoutes } from '../records/routes.ts';
import { listRequests } from '../versions/data/publish-permission.ts';
import type { PostOptions, StoredCitations } from './data/citations.ts';
import { readFirstSteps } from './data/first-steps.ts';
import { countUnsigned, type DashboardData, listPosts } from './data/list-posts.ts';
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

// In the chunk of the form, as no other page of the admin needs it.
const reads = () => import(/* webpackChunkName: "admin-post" */ './data/citations.ts');

/** The form works without its citations. */
const citationsOf = async (client: StaffClient, id: string): Promise<StoredCitations | null> => {
  try {
    return await (await reads()).readCitations(client, id);
  } catch (error) {
    console.error('citations:', error);
    return null;
  }
};

async function readOptions(client: StaffClient, id: string | null): Promise<PostOptions> {
  const [categories, citations] = await Promise.all([
    listCategories('categories')(client),
    id === null ? null : citationsOf(client, id),
  ]);
  return { categories, citations };
}

export const postRoutes = recordRoutes({
  kind: post,
  name: 'post',
  options: readOptions,
  lazy: () => import(/* webpackChunkName: "admin-post" */ './record-page.tsx'),
});
