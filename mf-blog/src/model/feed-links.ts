import { paths } from '@ki/shared/contract/paths.ts';

export const FEED_TYPES = { rss: 'application/rss+xml', atom: 'application/atom+xml' } as const;

export type FeedFormat = keyof typeof FEED_TYPES;

/** Address of a feed: of a category, or of the whole site. */
export const feedPath = (format: FeedFormat, categorySlug?: string) =>
  `${categorySlug === undefined ? '' : paths.category(categorySlug)}/${format}.xml`;

const feeds = (title: string, categorySlug?: string) =>
  (['rss', 'atom'] as const).map((format) => ({
    title: `${title} (${format === 'rss' ? 'RSS' : 'Atom'})`,
    path: feedPath(format, categorySlug),
    type: FEED_TYPES[format],
  }));

export const siteFeeds = feeds('KI-Lernplattform');
export const categoryFeeds = (name: string, slug: string) => feeds(`KI-Lernplattform: ${name}`, slug);
