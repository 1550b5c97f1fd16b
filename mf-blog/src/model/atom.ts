import type { Feed, FeedEntry } from './feed.ts';
import { xmlElement, xmlText } from './xml.ts';

const link = (rel: string, href: string) => `<link rel="${rel}" href="${xmlText(href)}"/>`;
const author = (name: string) => `<author>${xmlElement('name', name)}</author>`;

const entryOf = (entry: FeedEntry) =>
  [
    '<entry>',
    xmlElement('id', entry.id),
    xmlElement('title', entry.title),
    link('alternate', entry.url),
    xmlElement('published', entry.published),
    xmlElement('updated', entry.updated),
    entry.author ? author(entry.author) : '',
    entry.category ? `<category term="${xmlText(entry.category)}"/>` : '',
    xmlElement('summary', entry.summary),
    `<content type="html">${xmlText(entry.html)}</content>`,
    '</entry>',
  ].join('');

/** Atom 1.0. */
export const toAtom = (feed: Feed): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">',
    xmlElement('id', feed.feedUrl),
    xmlElement('title', feed.title),
    xmlElement('subtitle', feed.description),
    link('self', feed.feedUrl),
    link('alternate', feed.pageUrl),
    xmlElement('updated', feed.updated),
    author('KI-Lernplattform'),
    ...feed.entries.map(entryOf),
    '</feed>\n',
  ].join('');
