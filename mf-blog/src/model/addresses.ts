import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { address } from '@ki/shared/contract/paths.ts';
import { site } from '@ki/shared/contract/site.ts';
import type { Post } from './post.ts';

export const pageAddress = (path: string, page: number) => (page === 1 ? path : `${path}?${queryKeys.page}=${page}`);

export const pageSuffix = (page: number) => (page === 1 ? '' : `, Seite ${page}`);

export const RSS_TYPE = 'application/rss+xml';
export const SITE_FEED = '/rss.xml';
export const CATEGORY_FEED = address('/category/:slug/rss.xml');

const feed = (title: string, path: string) => ({ title: `${title} (RSS)`, path, type: RSS_TYPE });

export const siteFeeds = () => [feed(site().name, SITE_FEED)];
export const categoryFeeds = (name: string, slug: string) => [feed(`${site().name}: ${name}`, CATEGORY_FEED({ slug }))];

export const HOME_PREVIEW = '/vorschau/start.png';
export const PAGE_PREVIEW = address('/vorschau/:slug/seite.png');
export const CATEGORY_PREVIEW = address('/category/:slug/vorschau.png');
export const PREVIEW = address('/post/:slug/vorschau.png');

/** Address of the preview image; it changes with the post, so that no cache shows an old one. */
export const previewPath = ({ slug, updatedAt }: Pick<Post, 'slug' | 'updatedAt'>) =>
  `${PREVIEW({ slug })}?v=${Date.parse(updatedAt).toString(36)}`;
