import { paths } from '@ki/shared/contract/paths.ts';
import { site } from '@ki/shared/contract/site.ts';
import { longDate } from '@ki/shared/format/dates.ts';
import { breadcrumbs, collection, type Node, nodeOf, organization } from '@ki/shared/metadata/json-ld.ts';
import type { Shared } from '@ki/shared/metadata/share-picture.ts';
import { previewPath } from './addresses.ts';
import type { SitePage } from './page.ts';
import type { Category, Post, PostSummary } from './post.ts';

export const homePicture = (): Shared => ({
  title: site().claim || site().name,
  facts: ['Beiträge', 'Workshops', 'Online-Kurse'],
});

export const pagePicture = ({ title }: { readonly title: string }): Shared => ({ title });

export const categoryPicture = ({ name }: { readonly name: string }): Shared => ({ title: name, facts: ['Beiträge'] });

type PostFacts = Pick<PostSummary, 'title' | 'author' | 'category' | 'publishedOn'>;

export const postPicture = ({ title, author, category, publishedOn }: PostFacts): Shared => ({
  title,
  facts: [author, category?.name, longDate(publishedOn)],
});

const DIGITAL_SOURCES: Readonly<Record<string, string>> = {
  generated: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  assisted: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
};

function posting(post: Post, origin: string): Node {
  const address = origin + paths.post({ slug: post.slug });
  return nodeOf('BlogPosting', {
    headline: post.title,
    description: post.description,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    url: address,
    mainEntityOfPage: address,
    image: origin + (post.picture?.src ?? previewPath(post)),
    timeRequired: `PT${post.readingMinutes}M`,
    commentCount: post.commentCount,
    publisher: organization(origin),
    author: post.author ? { '@type': 'Person', name: post.author } : organization(origin),
    articleSection: post.category?.name,
    digitalSourceType: DIGITAL_SOURCES[post.ai],
  });
}

export function postNodes(post: Post, origin: string): Node[] {
  const { title, slug, category } = post;
  const section = category ? [{ name: category.name, path: paths.category({ slug: category.slug }) }] : [];
  return [posting(post, origin), breadcrumbs([...section, { name: title, path: paths.post({ slug }) }], origin)];
}

export function pageNodes({ slug, title, description, updatedAt }: SitePage, origin: string): Node[] {
  const path = paths.page({ slug });
  const values = { name: title, description, dateModified: updatedAt, url: origin + path };
  return [
    nodeOf('WebPage', { ...values, publisher: organization(origin) }),
    breadcrumbs([{ name: title, path }], origin),
  ];
}

export function homeNodes(origin: string): Node[] {
  const { name, details } = site();
  const url = `${origin}/`;
  return [
    nodeOf('WebSite', { name, description: details?.description, url, publisher: organization(origin) }),
    nodeOf('Blog', { name, url, publisher: organization(origin) }),
  ];
}

export function categoryNodes({ name, slug }: Category, origin: string): Node[] {
  const crumb = { name, path: paths.category({ slug }) };
  return [collection(crumb, origin), breadcrumbs([crumb], origin)];
}
