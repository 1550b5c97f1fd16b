import { withPage } from '@ki/shared/contract/define-route.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { courseRoute } from './routes/course/route.ts';
import { coursesRoute } from './routes/courses/route.ts';
import { courseFrameRoute, lessonRoute } from './routes/lesson/route.ts';
import { workshopRoute } from './routes/workshop/route.ts';
import { detailsRoute, workshopsRoute } from './routes/workshops/route.ts';
import { onServer } from './server.ts';

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
    withPage(workshopRoute, () => import(/* webpackChunkName: "learning-workshop" */ './routes/workshop/page.tsx')),
    withPage(coursesRoute, () => import(/* webpackChunkName: "learning-courses" */ './routes/courses/page.tsx')),
    withPage(courseRoute, () => import(/* webpackChunkName: "learning-course" */ './routes/course/page.tsx')),
    withPage(
      courseFrameRoute,
      () => import(/* webpackChunkName: "learning-course-frame" */ './routes/lesson/frame.tsx'),
      [withPage(lessonRoute, () => import(/* webpackChunkName: "learning-lesson" */ './routes/lesson/page.tsx'))],
    ),
  ],
  // The build for browsers leaves it out.
  ...(typeof document === 'undefined' && onServer),
};
