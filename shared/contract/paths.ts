import { address } from './address.ts';

/** Every public address of the site, once: what is linked from more than one app. */
export const paths = {
  home: '/',
  post: address('/post/:slug'),
  category: address('/category/:slug'),
  search: '/suche',
  workshops: '/workshops',
  workshop: (id: string) => `/workshops?workshop=${encodeURIComponent(id)}`,
  courses: '/online-courses',
  course: address('/courses/:slug'),
  lesson: address('/courses/:courseSlug/lessons/:lessonId'),
  matrix: '/course-matrix',
  matrixWorkshop: (id: string) => `/course-matrix?workshop=${encodeURIComponent(id)}`,
  elements: '/elemente',
  chatgptGoals: '/chatgpt-lernziele',
  login: '/login',
  /** The token is in the fragment, which no server and no other site sees. */
  invitation: (token: string) => `/login#invitation=${encodeURIComponent(token)}`,
  /** Where staff begin; the addresses below are mf-admin's own. */
  admin: '/admin',
} as const;
