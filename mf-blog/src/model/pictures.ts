import { site } from '@ki/shared/contract/site.ts';
import { longDate } from '@ki/shared/format/dates.ts';
import type { Shared } from '@ki/shared/metadata/share-picture.ts';
import type { PostSummary } from './post.ts';

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
