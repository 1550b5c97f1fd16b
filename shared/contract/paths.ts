import { queryKeys } from './list-page.ts';

type ParameterOf<Pattern extends string> = Pattern extends `${infer Start}/${infer Rest}`
  ? ParameterOf<Start> | ParameterOf<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never;

interface Address<Pattern extends string> {
  (parameters: Readonly<Record<ParameterOf<Pattern>, string>>): string;
  readonly pattern: Pattern;
}

export function address<Pattern extends string>(pattern: Pattern): Address<Pattern> {
  const link = (parameters: Readonly<Record<ParameterOf<Pattern>, string>>) =>
    pattern.replace(/:(\w+)/g, (_, name: ParameterOf<Pattern>) => encodeURIComponent(parameters[name]));
  return Object.assign(link, { pattern });
}

export const paths = {
  home: '/',
  post: address('/post/:slug'),
  category: address('/category/:slug'),
  /** Pages of the site. The database keeps their addresses apart from every other one. */
  page: address('/:slug'),
  search: '/suche',
  workshops: '/workshops',
  /** The list with the workshop's dialog. */
  workshop: (id: string) => `/workshops?${queryKeys.workshop}=${encodeURIComponent(id)}`,
  workshopPage: address('/workshops/:workshop'),
  courses: '/online-courses',
  course: address('/courses/:slug'),
  lesson: address('/courses/:courseSlug/lessons/:lessonId'),
  matrix: '/course-matrix',
  /** The matrix with the workshop's dialog. */
  matrixWorkshop: (id: string) => `/course-matrix?${queryKeys.workshop}=${encodeURIComponent(id)}`,
  matrixWorkshopPage: address('/course-matrix/:workshop'),
  elements: '/elemente',
  chatgptGoals: '/chatgpt-lernziele',
  /** How the site works with AI. */
  aboutAi: '/ki-auf-dieser-website',
  login: '/login',
  /** The fragment keeps the token from servers and other sites. */
  invitation: (token: string) => `/login#invitation=${encodeURIComponent(token)}`,
  admin: '/admin',
} as const;
