import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../../addresses.ts';
import { loader } from './loader.ts';

export const courseBuilderRoute = defineRoute({
  id: 'admin-course-builder',
  path: addresses.courseBuilder.pattern,
  loader,
  head: () => ({ title: 'Course Builder', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-course-builder" */ './page.tsx'),
});
