import type { APIRequestContext } from '@playwright/test';
import { editorClient } from './sign-in.ts';

/** A public page with a text that no other page has. */
export interface PublicPage {
  readonly kind: string;
  readonly path: string;
  readonly content: string;
  readonly status: 200 | 404;
  /** The trigger of hydration: a use, an idle browser, or the load. */
  readonly hydrates: 'used' | 'idle' | 'loaded';
  /** A dialog is open in it once it is hydrated. */
  readonly dialog: boolean;
}

/** A list shows fewer at once, so that the oldest posts are on a page of their own. */
const OLDER_POSTS = 100;

/** One page of each kind that the platform serves to visitors. */
export async function findPages(request: APIRequestContext): Promise<PublicPage[]> {
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
  const now = new Date().toISOString();
  const categoryWithPosts = async () => {
    const found = editor.from('posts').select('categories!inner(slug)').lte('published_at', now);
    const { data } = await found.order('created_at').limit(1).single().throwOnError();
    return [data.categories].flat()[0]?.slug as string;
  };
  const post = `/post/${await oldest('posts', 'published_at', 'lte', now)}`;
  const course = `/courses/${await oldest('courses', 'is_published', 'eq', true)}`;
  const workshop = await anyOf('workshops');
  const ofMatrix = await anyOf('matrix_workshops');
  const goals = 'Learning Goals &amp; Success Criteria';
  const page = { status: 200, hydrates: 'used', dialog: false } as const;
  const idle = { ...page, hydrates: 'idle' } as const;
  const opened = { ...page, hydrates: 'loaded', dialog: true } as const;
  const missing = { ...page, status: 404 } as const;
  return [
    { ...page, kind: 'home', path: '/', content: 'LESEN' },
    { ...page, kind: 'older posts', path: '/?seite=2', content: 'LESEN' },
    { ...page, kind: 'post', path: post, content: '0 Likes' },
    { ...page, kind: 'category', path: `/category/${await categoryWithPosts()}`, content: 'LESEN' },
    { ...page, kind: 'search', path: '/suche?suche=KI', content: '<mark>' },
    { ...page, kind: 'workshops', path: '/workshops', content: 'All Categories' },
    { ...opened, kind: 'workshop', path: `/workshops?workshop=${workshop}`, content: 'Lernziele' },
    { ...page, kind: 'page of a workshop', path: `/workshops/${workshop}`, content: 'Lernziele' },
    { ...page, kind: 'online courses', path: '/online-courses', content: 'All Levels' },
    { ...idle, kind: 'course', path: course, content: 'Start Learning' },
    { ...idle, kind: 'lesson', path: await linkOn(course, `${course}/lessons`), content: 'Course Content' },
    { ...page, kind: 'matrix', path: '/course-matrix', content: 'Workshop Program: AI in Adult Education' },
    { ...opened, kind: 'workshop of the matrix', path: `/course-matrix?workshop=${ofMatrix}`, content: goals },
    { ...page, kind: 'page of a workshop of the matrix', path: `/course-matrix/${ofMatrix}`, content: goals },
    { ...page, kind: 'about AI', path: '/ki-auf-dieser-website', content: 'Was gekennzeichnet ist' },
    { ...page, kind: 'elements', path: '/elemente', content: 'This page is coming soon.' },
    { ...page, kind: 'goals', path: '/chatgpt-lernziele', content: 'This page is coming soon.' },
    { ...page, kind: 'login', path: '/login', content: 'Admin Login', hydrates: 'loaded' },
    { ...missing, kind: 'not found', path: '/nirgends', content: 'Seite nicht gefunden' },
    { ...missing, kind: 'missing workshop', path: '/workshops/keiner', content: 'Workshop Not Found' },
    { ...missing, kind: 'missing workshop of the matrix', path: '/course-matrix/keiner', content: 'Course not found' },
    { ...missing, kind: 'missing post', path: '/post/gibt-es-nicht', content: 'Post not found' },
  ];
}

/** The kinds whose pages stand for all others: each has a template of its own. */
const TEMPLATES = ['home', 'post', 'workshops', 'course', 'lesson', 'matrix'];

export const isTemplate = ({ kind }: PublicPage) => TEMPLATES.includes(kind);
