import { withPage } from '@ki/shared/contract/define-route.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { listAddresses } from './data/list-addresses.ts';
import { resources } from './resources/resources.ts';
import { courseRoute } from './routes/course/route.ts';
import { coursesRoute } from './routes/courses/route.ts';
import { courseFrameRoute, lessonRoute } from './routes/lesson/route.ts';
import { detailsRoute, workshopsRoute } from './routes/workshops/route.ts';

/** Workshops, online courses and lessons. */
export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-learning',
  routes: [
    withPage(workshopsRoute, () => import(/* webpackChunkName: "learning-workshops" */ './routes/workshops/page.tsx'), [
      withPage(
        detailsRoute,
        () => import(/* webpackChunkName: "learning-workshop-details" */ './routes/workshops/details.tsx'),
      ),
    ]),
    withPage(coursesRoute, () => import(/* webpackChunkName: "learning-courses" */ './routes/courses/page.tsx')),
    withPage(courseRoute, () => import(/* webpackChunkName: "learning-course" */ './routes/course/page.tsx')),
    withPage(
      courseFrameRoute,
      () => import(/* webpackChunkName: "learning-course-frame" */ './routes/lesson/frame.tsx'),
      [withPage(lessonRoute, () => import(/* webpackChunkName: "learning-lesson" */ './routes/lesson/page.tsx'))],
    ),
  ],
  resources,
  sitemap: listAddresses,
};
