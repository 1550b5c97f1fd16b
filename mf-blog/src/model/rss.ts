import { site } from '@ki/shared/contract/site.ts';
import { xmlElement, xmlText } from '@ki/shared/format/xml.ts';

/** A feed; addresses are absolute, dates in ISO 8601. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly updated: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly url: string;
  /** Never changes, even if the address does. */
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly category: string | null;
  readonly summary: string;
  readonly html: string;
  readonly published: string;
}

const date = (iso: string) => new Date(iso).toUTCString();

const item = (entry: FeedEntry) =>
  [
    '<item>',
    xmlElement('title', entry.title),
    xmlElement('link', entry.url),
    `<guid isPermaLink="false">${xmlText(entry.id)}</guid>`,
    xmlElement('pubDate', date(entry.published)),
    xmlElement('dc:creator', entry.author),
    xmlElement('category', entry.category),
    xmlElement('description', entry.summary),
    xmlElement('content:encoded', entry.html),
    '</item>',
  ].join('');

export const toRss = (feed: Feed): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    xmlElement('title', feed.title),
    xmlElement('link', feed.pageUrl),
    xmlElement('description', feed.description),
    xmlElement('language', site().locale.toLowerCase()),
    xmlElement('lastBuildDate', date(feed.updated)),
    `<atom:link rel="self" type="application/rss+xml" href="${xmlText(feed.feedUrl)}"/>`,
    ...feed.entries.map(item),
    '</channel></rss>\n',
  ].join('');
