import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { loadList, recordRoutes } from '../records/routes.ts';
import { category, courseCategory, workshopCategory } from './category-record.ts';
import { listCourseCategories, listPostCategories, listWorkshopCategories } from './data/list-categories.ts';

const lists = () => import(/* webpackChunkName: "admin-categories" */ './list-page.tsx');
const forms = () => import(/* webpackChunkName: "admin-category" */ './record-page.tsx');

export const categoryRoutes: RouteObject[] = [
  defineRoute({
    id: 'admin-categories',
    path: addresses.categories,
    loader: loadList(listPostCategories),
    head: () => ({ title: 'Categories', noindex: true }),
    lazy: async () => ({ Component: (await lists()).PostCategories }),
  }),
  defineRoute({
    id: 'admin-workshop-categories',
    path: addresses.workshopCategories,
    loader: loadList(listWorkshopCategories),
    head: () => ({ title: 'Workshop Categories', noindex: true }),
    lazy: async () => ({ Component: (await lists()).WorkshopCategories }),
  }),
  defineRoute({
    id: 'admin-course-categories',
    path: addresses.courseCategories,
    loader: loadList(listCourseCategories),
    head: () => ({ title: 'Course Categories', noindex: true }),
    lazy: async () => ({ Component: (await lists()).CourseCategories }),
  }),
  ...recordRoutes({
    kind: category,
    name: 'category',
    lazy: async () => ({ Component: (await forms()).PostCategory }),
  }),
  ...recordRoutes({
    kind: workshopCategory,
    name: 'workshop-category',
    lazy: async () => ({ Component: (await forms()).WorkshopCategory }),
  }),
  ...recordRoutes({
    kind: courseCategory,
    name: 'course-category',
    lazy: async () => ({ Component: (await forms()).CourseCategory }),
  }),
];
