import type { Head } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';

export interface Tag {
  readonly name: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
}

const meta = (key: 'name' | 'property', name: string, content: string | undefined): Tag[] =>
  content ? [{ name: 'meta', attributes: { [key]: name, content } }] : [];

const link = (attributes: Record<string, string>): Tag => ({ name: 'link', attributes });

/** The site's name ends every title but its own. */
export const titleOf = ({ title }: Head) =>
  [title, site().name].filter((part, index, all) => part && all.indexOf(part) === index).join(' · ');

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
    ...meta('property', 'og:site_name', site().name),
    ...meta('property', 'og:locale', site().locale.replace('-', '_')),
    ...meta('property', 'og:type', head.type ?? 'website'),
    ...meta('property', 'og:title', head.title),
    ...meta('property', 'og:description', head.description),
    ...meta('property', 'og:url', canonical),
    ...meta('property', 'og:image', image),
    ...meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...(head.feeds ?? []).map(({ title, path, type }) => link({ rel: 'alternate', type, title, href: path })),
  ];
}
