import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { RouteObject } from 'react-router-dom';
import { asStaff } from '../../data/as-staff.ts';
import { isStaff } from '../../data/is-staff.ts';
import { accountsRoute } from '../accounts/route.ts';
import { adsRoute } from '../ads/route.ts';
import { courseBuilderRoute } from '../course-builder/route.ts';
import { coursesRoute } from '../courses/route.ts';
import { dashboardRoute } from '../dashboard/route.ts';
import { editAdRoute } from '../edit-ad/route.ts';
import { editCourseRoute } from '../edit-course/route.ts';
import { editPostRoute } from '../edit-post/route.ts';
import { editWorkshopRoute } from '../edit-workshop/route.ts';
import { historyRoutes } from '../history/route.ts';
import { newAdRoute } from '../new-ad/route.ts';
import { newCourseRoute } from '../new-course/route.ts';
import { newPostRoute } from '../new-post/route.ts';
import { newWorkshopRoute } from '../new-workshop/route.ts';
import { NotFound } from '../not-found.tsx';
import { promptsRoute } from '../prompts/route.ts';
import { signOutRoute } from '../sign-out.ts';
import { trashRoute } from '../trash/route.ts';
import { workflowsRoute } from '../workflows/route.ts';
import { workshopsRoute } from '../workshops/route.ts';

export function loader() {
  return { staff: settle(asStaff(isStaff)) };
}

export type LayoutData = ReturnType<typeof loader>;

const handle: RouteHandle = { frame: 'bare', head: () => ({ title: 'Admin', noindex: true }) };

/** Sidebar and guard around every admin page. */
export const layoutRoute: RouteObject = {
  id: 'admin-layout',
  path: paths.admin.dashboard,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-layout" */ './page.tsx'),
  // Searching, sorting and saving do not change who is staff; asking again for the same address does (a retry).
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
  children: [
    dashboardRoute,
    newPostRoute,
    editPostRoute,
    adsRoute,
    newAdRoute,
    editAdRoute,
    accountsRoute,
    workflowsRoute,
    promptsRoute,
    workshopsRoute,
    newWorkshopRoute,
    editWorkshopRoute,
    coursesRoute,
    newCourseRoute,
    editCourseRoute,
    courseBuilderRoute,
    trashRoute,
    ...historyRoutes,
    signOutRoute,
    { id: 'admin-not-found', path: '*', Component: NotFound },
  ],
};
