import type { APIRequestContext } from '@playwright/test';

/** A public page, and a text that only its own content has. */
export interface PublicPage {
  readonly path: string;
  readonly content: string | RegExp;
}

/** One page of each kind that the platform serves to visitors. */
export async function publicPages(request: APIRequestContext): Promise<PublicPage[]> {
  const linkOn = async (path: string, to: string) => {
    const html = await (await request.get(path)).text();
    const link = new RegExp(`href="(${to}/[^"]+)"`).exec(html)?.[1];
    if (!link) throw new Error(`${path} has no link to ${to}/…`);
    return link;
  };
  const post = await linkOn('/', '/post');
  const course = await linkOn('/online-courses', '/courses');
  return [
    { path: '/', content: 'LESEN' },
    { path: post, content: '0 Likes' },
    { path: await linkOn('/', '/category'), content: 'LESEN' },
    { path: '/suche?q=KI', content: '<mark>' },
    { path: '/workshops', content: 'All Categories' },
    { path: '/online-courses', content: 'All Levels' },
    { path: course, content: 'Start Learning' },
    { path: await linkOn(course, `${course}/lessons`), content: 'Course Content' },
    { path: '/course-matrix', content: 'Workshop Program: AI in Adult Education' },
    { path: '/elemente', content: 'This page is coming soon.' },
    { path: '/chatgpt-lernziele', content: 'This page is coming soon.' },
    { path: '/login', content: 'Admin Login' },
  ];
}
