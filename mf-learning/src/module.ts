import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { listAddresses } from './data/list-addresses.ts';
import { courseRoute } from './routes/course/route.ts';
import { coursesRoute } from './routes/courses/route.ts';
import { lessonRoute } from './routes/lesson/route.ts';
import { workshopsRoute } from './routes/workshops/route.ts';

/** Workshops, online courses and lessons: what the shell mounts. */
export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-learning',
  routes: [workshopsRoute, coursesRoute, courseRoute, lessonRoute],
  sitemap: listAddresses,
};
