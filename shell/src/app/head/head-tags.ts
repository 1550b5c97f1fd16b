import type { Head } from '@ki/shared/contract/remote-module.ts';
import { SITE_NAME } from './head-of.ts';

export interface Tag {
  readonly name: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
}

const meta = (key: 'name' | 'property', name: string, content: string | undefined): Tag[] =>
  content ? [{ name: 'meta', attributes: { [key]: name, content } }] : [];

const link = (attributes: Record<string, string>): Tag => ({ name: 'link', attributes });

export const titleOf = (head: Head) => (head.title === SITE_NAME ? SITE_NAME : `${head.title} · ${SITE_NAME}`);

/** A `noindex` page may not exist, so it has a canonical address only if it names one. */
function canonicalOf({ canonical, noindex }: Head, url: URL): string | undefined {
  const path = canonical ?? (noindex ? undefined : url.pathname);
  return path === undefined ? undefined : new URL(path, url.origin).href;
}

export function headTags(head: Head, url: URL): Tag[] {
  const canonical = canonicalOf(head, url);
  const image = head.image && new URL(head.image, url.origin).href;
  return [
    ...meta('name', 'description', head.description),
    ...(head.noindex ? meta('name', 'robots', 'noindex') : []),
    ...(canonical ? [link({ rel: 'canonical', href: canonical })] : []),
    ...meta('property', 'og:site_name', SITE_NAME),
    ...meta('property', 'og:locale', 'de_CH'),
    ...meta('property', 'og:type', head.type ?? 'website'),
    ...meta('property', 'og:title', head.title),
    ...meta('property', 'og:description', head.description),
    ...meta('property', 'og:url', canonical),
    ...meta('property', 'og:image', image),
    ...meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...(head.feeds ?? []).map(({ title, path, type }) => link({ rel: 'alternate', type, title, href: path })),
  ];
}
