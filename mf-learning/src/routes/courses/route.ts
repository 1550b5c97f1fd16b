import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { PAGE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { FILTER_NAMES } from '../../model/list-filters.ts';
import { loader } from './loader.ts';

export const coursesRoute = defineRoute({
  id: 'learning-courses',
  path: paths.courses,
  query: [...Object.values(FILTER_NAMES), PAGE],
  loader,
  head: () => ({
    title: 'Online-Kurse',
    description:
      'Online-Kurse über künstliche Intelligenz in der Erwachsenenbildung, im eigenen Tempo und kostenlos lesbar.',
  }),
  lazy: () => import(/* webpackChunkName: "learning-courses" */ './page.tsx'),
});
