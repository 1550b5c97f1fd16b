import { address } from './address.ts';
import { queryKeys } from './list-page.ts';

export const paths = {
  home: '/',
  post: address('/post/:slug'),
  category: address('/category/:slug'),
  search: '/suche',
  workshops: '/workshops',
  workshop: (id: string) => `/workshops?${queryKeys.workshop}=${encodeURIComponent(id)}`,
  courses: '/online-courses',
  course: address('/courses/:slug'),
  lesson: address('/courses/:courseSlug/lessons/:lessonId'),
  matrix: '/course-matrix',
  matrixWorkshop: (id: string) => `/course-matrix?${queryKeys.workshop}=${encodeURIComponent(id)}`,
  elements: '/elemente',
  chatgptGoals: '/chatgpt-lernziele',
  login: '/login',
  /** The fragment keeps the token from servers and other sites. */
  invitation: (token: string) => `/login#invitation=${encodeURIComponent(token)}`,
  admin: '/admin',
} as const;
