import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { orMissing } from '@ki/shared/data/or-missing.ts';
import { CATEGORY_FEED, SITE_FEED } from '../model/addresses.ts';
import { pictures } from './pictures.ts';

// Evaluated with the first feed: the renderer of Markdown takes 2 MB in each version that a worker has loaded.
const feed = (path: string): Resource => ({
  path,
  respond: orMissing(async (context) => (await import('./feeds.ts')).feedAnswer(context)),
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
