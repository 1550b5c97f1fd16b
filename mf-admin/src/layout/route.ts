import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { signOut } from '@ki/shared/session/session-store.ts';
import { type RouteObject, redirect } from 'react-router-dom';
import { accountsRoute } from '../accounts/route.ts';
import { addresses } from '../addresses.ts';
import { adRoutes } from '../ads/routes.ts';
import { calendarRoute } from '../calendar/route.ts';
import { categoryRoutes } from '../categories/routes.ts';
import { courseBuilderRoute, courseRoutes } from '../courses/routes.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { NotFound } from '../kit/page-head.tsx';
import { linkRoutes } from '../links/routes.ts';
import { matrixRoutes } from '../matrix/routes.ts';
import { pageRoutes, pageTemplatesRoute } from '../pages/routes.ts';
import { pictureRoute, picturesRoute } from '../pictures/routes.ts';
import { platformRoute } from '../platform/route.ts';
import { dashboardRoute, postRoutes } from '../posts/routes.ts';
import { promptsRoute } from '../prompts/route.ts';
import { redirectRoutes } from '../redirects/routes.ts';
import { isOperator, isStaff, LAYOUT, ownRole, type Rights } from '../roles/data/rights.ts';
import { siteRoute } from '../site/route.ts';
import { transferRoute } from '../transfer/route.ts';
import { trashRoute } from '../trash/route.ts';
import { historyRoutes } from '../versions/history/routes.ts';
import { workflowsRoute } from '../workflows/route.ts';
import { workshopRoutes } from '../workshops/routes.ts';
import { prefetchable, prefetchPages } from './prefetch.ts';
import { recordKinds } from './record-kinds.ts';

/** A navigation signs out, so that a form with unsaved input can block it. */
const signOutRoute = defineRoute({
  id: 'admin-sign-out',
  path: addresses.signOut,
  loader: () => redirect(addresses.dashboard),
  action: async () => {
    await signOut();
    return redirect(paths.login);
  },
});

/** No screen has the title of a public page, such as Workshops, from which tabs and histories could not tell it. */
function titledApart({ handle, ...route }: RouteObject): RouteObject {
  const { head, ...more } = (handle ?? {}) as RouteHandle;
  if (!head) return Object.assign(route, { handle });
  const apart: NonNullable<RouteHandle['head']> = (context) => {
    const shown = head(context);
    return { ...shown, title: `${shown.title} – Admin` };
  };
  return Object.assign(route, { handle: { ...more, head: apart } });
}

export const layoutRoute: RouteObject = defineRoute({
  id: LAYOUT,
  path: addresses.dashboard,
  loader: (): Rights => ({
    staff: settleAsStaff(isStaff),
    operator: settleAsStaff(isOperator),
    role: settleAsStaff(ownRole),
  }),
  frame: 'bare',
  head: () => ({ title: 'Admin', noindex: true }),
  lazy: async () => {
    const { Component } = await import(/* webpackChunkName: "admin-layout" */ './page.tsx');
    prefetchPages([layoutRoute]);
    return { Component };
  },
  // Only a retry of the same address reads the rights again. Searching, sorting and saving do not change them.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
  children: [
    dashboardRoute,
    ...postRoutes,
    calendarRoute,
    ...adRoutes,
    accountsRoute,
    platformRoute,
    workflowsRoute,
    promptsRoute,
    ...workshopRoutes,
    ...courseRoutes,
    courseBuilderRoute,
    ...categoryRoutes,
    ...matrixRoutes,
    transferRoute,
    siteRoute,
    pageTemplatesRoute,
    ...pageRoutes,
    picturesRoute,
    pictureRoute,
    ...linkRoutes,
    ...redirectRoutes,
    trashRoute,
    ...historyRoutes(recordKinds),
    signOutRoute,
    defineRoute({
      id: 'admin-not-found',
      path: '*',
      head: () => ({ title: 'Page not found', noindex: true }),
      Component: NotFound,
    }),
  ].map((child) => prefetchable(titledApart(child))),
});
