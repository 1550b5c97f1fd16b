import type { RouteObject } from 'react-router-dom';
import { loadList, recordRoutes } from '../records/routes.ts';
import { type CategoryKind, category, courseCategory, workshopCategory } from './category-record.ts';
import { listOf } from './data/list-categories.ts';

const lists = () => import(/* webpackChunkName: "admin-categories" */ './list-page.tsx');
const forms = () => import(/* webpackChunkName: "admin-category" */ '../records/record-page.tsx');

/** The list of a kind of categories, and its forms. */
const routesOf = (kind: CategoryKind, title: string, name: string, id: string) =>
  recordRoutes({
    kind,
    name,
    lazy: async () => ({ Component: (await forms()).recordPage<CategoryKind>(kind) }),
    list: {
      id,
      title,
      loader: loadList(listOf(kind)),
      lazy: async () => ({ Component: (await lists()).categoriesPage(kind, title) }),
    },
  });

export const categoryRoutes: RouteObject[] = [
  ...routesOf(category, 'Categories', 'category', 'categories'),
  ...routesOf(workshopCategory, 'Workshop Categories', 'workshop-category', 'workshop-categories'),
  ...routesOf(courseCategory, 'Course Categories', 'course-category', 'course-categories'),
];
