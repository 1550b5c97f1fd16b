import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { recordRoutes } from '../records/routes.ts';
import { listAxis } from './data/axes.ts';
import { listMatrixWorkshops, type MatrixListData, readMatrixOptions } from './data/workshops.ts';
import { type axes, dimension, level, matrixCategory, matrixWorkshop, targetGroup } from './matrix-record.ts';
import { matrixQueryOf } from './model/matrix-query.ts';

const lists = () => import(/* webpackChunkName: "admin-matrix-axes" */ './axis-pages.tsx');
const forms = () => import(/* webpackChunkName: "admin-matrix-axis" */ './axis-record-pages.tsx');

function loader({ request }: LoaderFunctionArgs): MatrixListData {
  const query = matrixQueryOf(new URL(request.url).searchParams);
  return { query, list: settleAsStaff((client) => listMatrixWorkshops(client, query)) };
}

const loadAxis = (kind: (typeof axes)[number]) => () => ({ rows: settleAsStaff(listAxis(kind)) });

export const matrixRoutes: RouteObject[] = [
  defineRoute({
    id: 'admin-matrix',
    path: addresses.matrix,
    loader,
    head: () => ({ title: 'Workshop Matrix', noindex: true }),
    lazy: () => import(/* webpackChunkName: "admin-matrix" */ './list-page.tsx'),
  }),
  ...recordRoutes({
    kind: matrixWorkshop,
    name: 'matrix-workshop',
    options: readMatrixOptions,
    lazy: () => import(/* webpackChunkName: "admin-matrix-workshop" */ './record-page.tsx'),
  }),
  defineRoute({
    id: 'admin-matrix-categories',
    path: addresses.matrixCategories,
    loader: loadAxis(matrixCategory),
    head: () => ({ title: 'Matrix Categories', noindex: true }),
    lazy: async () => ({ Component: (await lists()).MatrixCategories }),
  }),
  ...recordRoutes({
    kind: matrixCategory,
    name: 'matrix-category',
    lazy: async () => ({ Component: (await forms()).MatrixCategory }),
  }),
  defineRoute({
    id: 'admin-target-groups',
    path: addresses.targetGroups,
    loader: loadAxis(targetGroup),
    head: () => ({ title: 'Target Groups', noindex: true }),
    lazy: async () => ({ Component: (await lists()).TargetGroups }),
  }),
  ...recordRoutes({
    kind: targetGroup,
    name: 'target-group',
    lazy: async () => ({ Component: (await forms()).TargetGroup }),
  }),
  defineRoute({
    id: 'admin-levels',
    path: addresses.levels,
    loader: loadAxis(level),
    head: () => ({ title: 'Levels', noindex: true }),
    lazy: async () => ({ Component: (await lists()).Levels }),
  }),
  ...recordRoutes({
    kind: level,
    name: 'level',
    lazy: async () => ({ Component: (await forms()).Level }),
  }),
  defineRoute({
    id: 'admin-dimensions',
    path: addresses.dimensions,
    loader: loadAxis(dimension),
    head: () => ({ title: 'Dimensions', noindex: true }),
    lazy: async () => ({ Component: (await lists()).Dimensions }),
  }),
  ...recordRoutes({
    kind: dimension,
    name: 'dimension',
    lazy: async () => ({ Component: (await forms()).Dimension }),
  }),
];
