import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { CATEGORY_FEED, SITE_FEED } from '../model/addresses.ts';
import { feedAnswer } from './feeds.ts';
import { pictures } from './pictures.ts';

const feed = (path: string): Resource => ({
  path,
  async respond(context) {
    try {
      return await feedAnswer(context);
    } catch (error) {
      if (error instanceof DataError && error.code === 'not_found') return new Response('not found\n', { status: 404 });
      throw error;
    }
  },
});

const formerFeed = (path: string, current: (slug: string) => string): Resource => ({
  path,
  respond: async ({ params: { slug = '' } }) =>
    new Response(null, { status: 308, headers: { location: current(slug), 'cache-control': 'no-cache' } }),
});

export const resources: readonly Resource[] = [
  feed(SITE_FEED),
  feed(CATEGORY_FEED.pattern),
  formerFeed('/atom.xml', () => SITE_FEED),
  formerFeed('/category/:slug/atom.xml', (slug) => CATEGORY_FEED({ slug })),
  ...pictures,
];
