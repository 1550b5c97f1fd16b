import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { post } from '../files/model/post-record.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { recordRoutes } from '../records/routes.ts';
import { type DashboardData, listPosts, readOptions, readWaits, readWarnings } from './data/posts.ts';
import { postQueryOf } from './model/post-list.ts';

const changedTexts = () => import(/* webpackChunkName: "admin-dashboard" */ './data/changed-texts.ts');

const MOMENT_MS = 1_000;

function loader({ request }: LoaderFunctionArgs): DashboardData {
  const { search, searchParams } = new URL(request.url);
  const query = postQueryOf(searchParams);
  const waits = settleAsStaff(readWaits);
  const waiting = waits.then((result) => (result.ok ? result.data : null));
  // The table waits for the card above it, which would move it, but not for longer than this.
  const above = Promise.race([waits, new Promise((resolve) => setTimeout(resolve, MOMENT_MS))]);
  const listChanged = async (client: StaffClient) => {
    const since = (await waiting)?.reading_since;
    return since ? (await changedTexts()).listChangedTexts(client, since) : [];
  };
  return {
    query,
    page: settleAsStaff(async (client) => (await Promise.all([listPosts(client, query), above]))[0]),
    waits,
    steps: search === '' ? waits : null,
    changed: search === '' ? settleAsStaff(listChanged) : null,
    warnings: waiting.then((found) => (found?.is_operator ? readWarnings() : [])),
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
