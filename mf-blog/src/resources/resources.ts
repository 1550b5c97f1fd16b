import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { CATEGORY_FEEDS, type FeedFormat, SITE_FEEDS } from '../model/feed-links.ts';
import { PREVIEW } from '../model/preview-path.ts';

/** What is not (or no longer) public is not there; any other failure is the caller's. */
const orMissing =
  (respond: Resource['respond']): Resource['respond'] =>
  async (context) => {
    try {
      return await respond(context);
    } catch (error) {
      if (error instanceof DataError && error.code === 'not_found') return new Response('not found\n', { status: 404 });
      throw error;
    }
  };

// Imported only when asked for: browsers know these addresses, but never run this code.
const feed = (path: string, format: FeedFormat): Resource => ({
  path,
  respond: orMissing(async (context) => {
    const { feedAnswer } = await import(/* webpackChunkName: "blog-feeds" */ './feed-answers.ts');
    return feedAnswer(format, context);
  }),
});

export const resources: readonly Resource[] = [
  feed(SITE_FEEDS.rss, 'rss'),
  feed(SITE_FEEDS.atom, 'atom'),
  feed(CATEGORY_FEEDS.rss.pattern, 'rss'),
  feed(CATEGORY_FEEDS.atom.pattern, 'atom'),
  {
    path: PREVIEW.pattern,
    respond: orMissing(async (context) => {
      const { previewAnswer } = await import(/* webpackChunkName: "blog-preview" */ './preview-answer.ts');
      return previewAnswer(context);
    }),
  },
];
