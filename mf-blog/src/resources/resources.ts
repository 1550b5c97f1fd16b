import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { orMissing } from '@ki/shared/data/or-missing.ts';
import { CATEGORY_FEED, PREVIEW, SITE_FEED } from '../model/addresses.ts';

// Lazy, because browsers load these routes but never run the code.
const feed = (path: string): Resource => ({
  path,
  respond: orMissing(async (context) => {
    const { feedAnswer } = await import(/* webpackChunkName: "blog-feeds" */ './feeds.ts');
    return feedAnswer(context);
  }),
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
  {
    path: PREVIEW.pattern,
    respond: orMissing(async (context) => {
      const { previewAnswer } = await import(/* webpackChunkName: "blog-preview" */ './preview.ts');
      return previewAnswer(context);
    }),
  },
];
