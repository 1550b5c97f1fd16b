import { paths } from '@ki/shared/contract/paths.ts';
import { previewPath } from './addresses.ts';
import type { Post } from './post.ts';

const SCHEMA = 'https://schema.org';
const PUBLISHER = { '@type': 'Organization', name: 'KI-Lernplattform' };

function posting(post: Post, origin: string) {
  const address = origin + paths.post({ slug: post.slug });
  return {
    '@context': SCHEMA,
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    inLanguage: 'de',
    url: address,
    mainEntityOfPage: address,
    image: origin + previewPath(post),
    timeRequired: `PT${post.readingMinutes}M`,
    commentCount: post.commentCount,
    publisher: { ...PUBLISHER, url: origin },
    ...(post.author ? { author: { '@type': 'Person', name: post.author } } : {}),
    ...(post.category ? { articleSection: post.category.name } : {}),
  };
}

interface Crumb {
  readonly name: string;
  readonly path: string;
}

export const breadcrumbs = (crumbs: readonly Crumb[], origin: string) => ({
  '@context': SCHEMA,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Startseite', path: paths.home }, ...crumbs].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

export function postJsonLd(post: Post, origin: string) {
  const { title, slug, category } = post;
  const section = category ? [{ name: category.name, path: paths.category({ slug: category.slug }) }] : [];
  return [posting(post, origin), breadcrumbs([...section, { name: title, path: paths.post({ slug }) }], origin)];
}
