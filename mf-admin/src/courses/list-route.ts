import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { listRecords } from '../records/data/records.ts';
import { loadList } from '../records/list-loader.ts';
import { course, LISTED } from './course-record.ts';

export const coursesRoute = defineRoute({
  id: 'admin-courses',
  path: addresses.courses,
  loader: loadList((client, page) => listRecords(client, course, { names: LISTED, page })),
  head: () => ({ title: 'Online Courses', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-courses" */ './list-page.tsx'),
});
