import { address } from '@ki/shared/contract/address.ts';

export const FEED_TYPES = { rss: 'application/rss+xml', atom: 'application/atom+xml' } as const;

export type FeedFormat = keyof typeof FEED_TYPES;

export const SITE_FEEDS = { rss: '/rss.xml', atom: '/atom.xml' } as const;

export const CATEGORY_FEEDS = {
  rss: address('/category/:slug/rss.xml'),
  atom: address('/category/:slug/atom.xml'),
} as const;

const feeds = (title: string, pathOf: (format: FeedFormat) => string) =>
  (['rss', 'atom'] as const).map((format) => ({
    title: `${title} (${format === 'rss' ? 'RSS' : 'Atom'})`,
    path: pathOf(format),
    type: FEED_TYPES[format],
  }));

export const siteFeeds = feeds('KI-Lernplattform', (format) => SITE_FEEDS[format]);
export const categoryFeeds = (name: string, slug: string) =>
  feeds(`KI-Lernplattform: ${name}`, (format) => CATEGORY_FEEDS[format]({ slug }));
