import { type APIRequestContext, test as base } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { editorClient } from './sign-in.ts';

/** A public page with a text that no other page has. */
export interface PublicPage {
  readonly kind: string;
  readonly path: string;
  readonly content: string | RegExp;
  readonly status: 200 | 404;
  /** The trigger of hydration: a use, an idle browser, or the load. */
  readonly hydrates: 'used' | 'idle' | 'loaded';
  /** A dialog is open in it once it is hydrated. */
  readonly dialog: boolean;
}

/** A list shows fewer at once, so that the oldest posts are on a page of their own. */
const OLDER_POSTS = 100;

/** One page of each kind that the platform serves to visitors. */
async function findPages(request: APIRequestContext, editor: SupabaseClient): Promise<PublicPage[]> {
  const linkOn = async (path: string, to: string) => {
    const html = await (await request.get(path)).text();
    const link = new RegExp(`href="(${to}/[^"]+)"`).exec(html)?.[1];
    if (!link) throw new Error(`${path} has no link to ${to}/…`);
    return link;
  };
  const anyOf = async (table: 'workshops' | 'matrix_workshops') =>
    (await editor.from(table).select('id').limit(1).single().throwOnError()).data.id as string;
  /** The oldest record: other tests add and delete newer ones. */
  const oldest = async (table: 'posts' | 'courses', ...isPublic: readonly [string, string, unknown]) => {
    const found = editor
      .from(table)
      .select('slug')
      .filter(...isPublic);
    return (await found.order('created_at').limit(1).single().throwOnError()).data.slug as string;
  };
  const categoryWithPosts = async () => {
    const found = editor.from('posts').select('categories!inner(slug)').lte('published_at', new Date().toISOString());
    const { data } = await found.order('created_at').limit(1).single().throwOnError();
    return [data.categories].flat()[0]?.slug as string;
  };
  const post = `/post/${await oldest('posts', 'published_at', 'lte', new Date().toISOString())}`;
  const course = `/courses/${await oldest('courses', 'is_published', 'eq', true)}`;
  const page = { status: 200, hydrates: 'used', dialog: false } as const;
  const opened = { ...page, hydrates: 'loaded', dialog: true } as const;
  return [
    { ...page, kind: 'home', path: '/', content: 'LESEN' },
    { ...page, kind: 'older posts', path: '/?seite=2', content: 'LESEN' },
    { ...page, kind: 'post', path: post, content: '0 Likes' },
    { ...page, kind: 'category', path: `/category/${await categoryWithPosts()}`, content: 'LESEN' },
    { ...page, kind: 'search', path: '/suche?suche=KI', content: '<mark>' },
    { ...page, kind: 'workshops', path: '/workshops', content: 'All Categories' },
    { ...opened, kind: 'workshop', path: `/workshops?workshop=${await anyOf('workshops')}`, content: 'Lernziele' },
    { ...page, kind: 'page of a workshop', path: `/workshops/${await anyOf('workshops')}`, content: 'Lernziele' },
    { ...page, kind: 'online courses', path: '/online-courses', content: 'All Levels' },
    { ...page, kind: 'course', path: course, content: 'Start Learning', hydrates: 'idle' },
    {
      ...page,
      kind: 'lesson',
      path: await linkOn(course, `${course}/lessons`),
      content: 'Course Content',
      hydrates: 'idle',
    },
    { ...page, kind: 'matrix', path: '/course-matrix', content: 'Workshop Program: AI in Adult Education' },
    {
      ...opened,
      kind: 'workshop of the matrix',
      path: `/course-matrix?workshop=${await anyOf('matrix_workshops')}`,
      content: 'Learning Goals &amp; Success Criteria',
    },
    {
      ...page,
      kind: 'page of a workshop of the matrix',
      path: `/course-matrix/${await anyOf('matrix_workshops')}`,
      content: 'Learning Goals &amp; Success Criteria',
    },
    { ...page, kind: 'about AI', path: '/ki-auf-dieser-website', content: 'Was gekennzeichnet ist' },
    { ...page, kind: 'elements', path: '/elemente', content: 'This page is coming soon.' },
    { ...page, kind: 'goals', path: '/chatgpt-lernziele', content: 'This page is coming soon.' },
    { ...page, kind: 'login', path: '/login', content: 'Admin Login', hydrates: 'loaded' },
    { ...page, kind: 'not found', path: '/nirgends', content: 'Seite nicht gefunden', status: 404 },
    { ...page, kind: 'missing workshop', path: '/workshops/keiner', content: 'Workshop Not Found', status: 404 },
    {
      ...page,
      kind: 'missing workshop of the matrix',
      path: '/course-matrix/keiner',
      content: 'Course not found',
      status: 404,
    },
    { ...page, kind: 'missing post', path: '/post/gibt-es-nicht', content: 'Post not found', status: 404 },
  ];
}

/** The kinds whose pages stand for all others: each has a template of its own. */
const TEMPLATES = ['home', 'post', 'workshops', 'course', 'lesson', 'matrix'];

const isTemplate = ({ kind }: PublicPage) => TEMPLATES.includes(kind);

interface Pages {
  /**
   * In `npm test` one page for each template. In `npm run test:all` all pages, but for a test tagged `@pages`, which both
   * run: the pages that `npm test` leaves out.
   */
  readonly publicPages: readonly PublicPage[];
  readonly templates: readonly PublicPage[];
}

/** Tests of public pages, with enough posts that there are older ones. */
export const test = base.extend<Pages, { readonly allPages: readonly PublicPage[] }>({
  allPages: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
      const editor = await editorClient(request);
      const posts = Array.from({ length: OLDER_POSTS }, (_, index) => ({
        title: `Aus alter Zeit ${index}`,
        slug: `aus-alter-zeit-${index}`,
        content: 'Text',
        author: 'Ada Test',
        published_at: new Date(Date.UTC(1999, 0, 1, 0, index)).toISOString(),
      }));
      // They stay for the run: a page that another worker has open prefetches them.
      await editor.from('posts').upsert(posts, { onConflict: 'slug', ignoreDuplicates: true }).throwOnError();
      await use(await findPages(request, editor));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  templates: async ({ allPages }, use) => use(allPages.filter(isTemplate)),
  publicPages: async ({ allPages, templates }, use, { project, tags }) => {
    const others = () => allPages.filter((page) => !isTemplate(page));
    if (project.name === 'smoke') return use(templates);
    return use(project.name === 'full' && tags.includes('@pages') ? others() : allPages);
  },
});

export { expect } from '@playwright/test';
