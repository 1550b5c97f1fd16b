import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { listRecords } from '../records/data/records.ts';
import { loadList } from '../records/list-loader.ts';
import { course, LISTED } from './course-record.ts';

const handle: RouteHandle = { head: () => ({ title: 'Online Courses', noindex: true }) };

export const coursesRoute: RouteObject = {
  id: 'admin-courses',
  path: addresses.courses,
  loader: loadList((client, page) => listRecords(client, course, { names: LISTED, page })),
  handle,
  lazy: () => import(/* webpackChunkName: "admin-courses" */ './list-page.tsx'),
};
