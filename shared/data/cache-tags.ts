import type { Database } from './database.types.ts';

/** The parts of the public content that change apart. The database keeps a version for each. */
export const CACHE_TAGS = [
  'posts',
  'categories',
  'ads',
  'workshops',
  'courses',
  'matrix',
  'pages',
  'pictures',
  'redirects',
  'site',
] as const;
export type CacheTag = (typeof CACHE_TAGS)[number];

type Public = Database['public'];
/** No tag covers the changes of those that are not named: no response which shows them may be cached. */
type TagsOf<Name extends PropertyKey> = Readonly<Partial<Record<Name, readonly CacheTag[]>>>;

export const RELATIONS = {
  ads: ['ads'],
  categories: ['categories'],
  course_categories: ['courses'],
  courses: ['courses'],
  lessons: ['courses'],
  links: ['site'],
  matrix_categories: ['matrix'],
  matrix_dimensions: ['matrix'],
  matrix_levels: ['matrix'],
  matrix_target_groups: ['matrix'],
  matrix_workshop_learning_objectives: ['matrix'],
  matrix_workshops: ['matrix'],
  modules: ['courses'],
  pages: ['pages'],
  posts: ['posts'],
  redirects: ['redirects'],
  shown_ads: ['ads'],
  site: ['site'],
  workshop_categories: ['workshops'],
  workshops: ['workshops'],
} satisfies TagsOf<keyof Public['Tables'] | keyof Public['Views']>;

export const FUNCTIONS = {
  count_posts: ['posts', 'categories'],
  library_pictures: ['pictures'],
  list_redirects: ['redirects'],
  newest_posts: ['posts', 'categories'],
  picture_copies: ['pictures'],
  page_slugs: ['pages'],
  read_site: ['site'],
  search: ['posts', 'pages', 'workshops', 'courses', 'matrix'],
} satisfies TagsOf<keyof Public['Functions']>;
