import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { accountsRoute } from '../accounts/route.ts';
import { addresses } from '../addresses.ts';
import { adsRoute } from '../ads/list-route.ts';
import { adRoutes } from '../ads/record-route.ts';
import { courseBuilderRoute } from '../courses/builder/route.ts';
import { coursesRoute } from '../courses/list-route.ts';
import { courseRoutes } from '../courses/record-route.ts';
import { platformRoute } from '../platform/route.ts';
import { dashboardRoute } from '../posts/list-route.ts';
import { postRoutes } from '../posts/record-route.ts';
import { promptsRoute } from '../prompts/route.ts';
import { historyRoutes } from '../records/history/route.ts';
import { NotFound } from '../records/not-found.tsx';
import { trashRoute } from '../trash/route.ts';
import { workflowsRoute } from '../workflows/route.ts';
import { workshopsRoute } from '../workshops/list-route.ts';
import { workshopRoutes } from '../workshops/record-route.ts';
import { loader } from './loader.ts';
import { signOutRoute } from './sign-out.ts';

/** Sidebar and guard around every admin page. */
export const layoutRoute = defineRoute({
  id: 'admin-layout',
  path: addresses.dashboard,
  loader,
  frame: 'bare',
  head: () => ({ title: 'Admin', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-layout" */ './page.tsx'),
  // Searching, sorting and saving do not change who is staff; asking again for the same address does (a retry).
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
  children: [
    dashboardRoute,
    ...postRoutes,
    adsRoute,
    ...adRoutes,
    accountsRoute,
    platformRoute,
    workflowsRoute,
    promptsRoute,
    workshopsRoute,
    ...workshopRoutes,
    coursesRoute,
    ...courseRoutes,
    courseBuilderRoute,
    trashRoute,
    ...historyRoutes,
    signOutRoute,
    { id: 'admin-not-found', path: '*', Component: NotFound },
  ],
});
