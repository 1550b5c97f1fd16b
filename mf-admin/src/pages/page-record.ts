import { paths } from '@ki/shared/contract/paths.ts';
import { defineRecord, type Readable, type RowOf, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import { type Field, longText, paragraphs, text } from '../kinds/model/fields.ts';
import { publishDate } from '../kinds/model/publish-fields.ts';
import { slugSchema } from '../kinds/model/schemas.ts';
import { z } from '../kit/model/z.ts';

export const PLACES = ['', 'menu', 'footer'] as const;
export type Place = (typeof PLACES)[number];

interface StoredLink {
  readonly place?: string;
}

/** A page has at most one link, which the API may send as a list or alone. */
export function placeOf(links: unknown): Place {
  const [link] = [links].flat() as readonly (StoredLink | null | undefined)[];
  return PLACES.find((place) => place === link?.place) ?? '';
}

const shownIn: Field<Place, 'links', readonly { place?: string }[]> = {
  column: 'links',
  select: 'links (place)',
  label: 'Show in',
  required: false,
  diff: 'whole',
  schema: z.enum(PLACES),
  initial: '',
  toValue: placeOf,
  toStored: (place) => (place === '' ? [] : [{ place }]),
};

export const page = defineRecord({
  table: 'pages',
  texts: recordTexts('Page'),
  storedBy: 'save_page',
  fields: {
    title: text('title', 'Title', { required: true }),
    slug: text('slug', 'Slug', { required: true, schema: slugSchema }),
    content: longText('content', 'Content', { required: true }),
    description: paragraphs(text('description', 'Description')),
    publishedAt: publishDate,
    shownIn,
  },
  shown: {},
  hasDrafts: true,
  view: ({ slug }) => paths.page({ slug }),
  kept: ['shownIn'],
  reasons: { pages_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export type PageValues = ValuesOf<typeof page>;

export const LISTED = ['title', 'slug', 'publishedAt', 'shownIn'] as const satisfies Readable<typeof page>[];

export type PageRow = RowOf<typeof page, (typeof LISTED)[number]>;
