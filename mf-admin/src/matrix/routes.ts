import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { recordRoutes } from '../records/routes.ts';
import { listAxis, listMatrixWorkshops, type MatrixListData, readMatrixOptions } from './data/matrix.ts';
import { type Axis, dimension, level, matrixCategory, matrixWorkshop, targetGroup } from './matrix-record.ts';
import { matrixQueryOf } from './model/matrix-query.ts';

function loader({ request }: LoaderFunctionArgs): MatrixListData {
  const query = matrixQueryOf(new URL(request.url).searchParams);
  return { query, list: settleAsStaff((client) => listMatrixWorkshops(client, query)) };
}

const lists = () => import(/* webpackChunkName: "admin-matrix-axes" */ './axis-pages.tsx');
const forms = () => import(/* webpackChunkName: "admin-matrix-axis" */ '../records/record-page.tsx');

/** The list of an axis, and its forms. */
const axisRoutes = (kind: Axis, title: string, name: string, id?: string) =>
  recordRoutes({
    kind,
    name,
    lazy: async () => ({ Component: (await forms()).recordPage<Axis>(kind) }),
    list: {
      id,
      title,
      loader: () => ({ rows: settleAsStaff(listAxis(kind)) }),
      lazy: async () => ({ Component: (await lists()).axisPage(kind, title) }),
    },
  });

export const matrixRoutes: RouteObject[] = [
  ...recordRoutes({
    kind: matrixWorkshop,
    name: 'matrix-workshop',
    options: readMatrixOptions,
    lazy: () => import(/* webpackChunkName: "admin-matrix-workshop" */ './record-page.tsx'),
    list: {
      id: 'matrix',
      title: 'Workshop Matrix',
      loader,
      lazy: () => import(/* webpackChunkName: "admin-matrix" */ './list-page.tsx'),
    },
  }),
  ...axisRoutes(matrixCategory, 'Matrix Categories', 'matrix-category', 'matrix-categories'),
  ...axisRoutes(targetGroup, 'Target Groups', 'target-group'),
  ...axisRoutes(level, 'Levels', 'level'),
  ...axisRoutes(dimension, 'Dimensions', 'dimension'),
];
