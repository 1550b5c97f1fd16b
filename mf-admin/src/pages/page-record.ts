import { paths } from '@ki/shared/contract/paths.ts';
import { z } from 'zod/mini';
import { addresses } from '../addresses.ts';
import { defineRecord, type ListedRow, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import type { Field } from '../kinds/model/field.ts';
import { area, markdown, slug, text } from '../kinds/model/fields.ts';
import { publishDate } from '../kinds/model/publication.ts';

const PLACES = { '': 'Neither', menu: 'Menu', footer: 'Footer' } as const;
export type Place = keyof typeof PLACES;

const isPlace = (place: unknown): place is Place => typeof place === 'string' && place in PLACES;

/** A page has at most one link, which the API may send as a list or alone. */
export function placeOf(links: unknown): Place {
  const [link] = [links].flat() as readonly ({ readonly place?: string } | null | undefined)[];
  return isPlace(link?.place) ? link.place : '';
}

const shownIn: Field<Place, 'links', readonly { place?: string }[]> = {
  column: 'links',
  select: 'links (place)',
  label: 'Show in',
  required: false,
  kind: 'choice',
  choices: PLACES,
  schema: z.enum(['', 'menu', 'footer']),
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
    slug: slug('title', "The page's address: /{slug}"),
    content: markdown('content', 'Content', { required: true, input: { rows: 20 } }),
    description: area(
      text('description', 'Description', { hint: 'For search engines. Empty: the beginning of the text' }),
      2,
    ),
    shownIn,
    publishedAt: { ...publishDate, isBeside: true },
  },
  shown: {},
  at: { list: addresses.pages, new: addresses.newPage, edit: addresses.editPage },
  listed: ['title', 'slug', 'publishedAt', 'shownIn'],
  hasDrafts: true,
  view: ({ slug }) => paths.page({ slug }),
  kept: ['shownIn'],
  reasons: { pages_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export type PageValues = ValuesOf<typeof page>;

export type PageRow = ListedRow<typeof page>;

/** Finds gaps: facts that a template lacks, such as `**[Bitte ergänzen: Telefonnummer]**`, until somebody fills them. */
export const gap = (what: string): string => `**[Bitte ergänzen: ${what}]**`;

/** The beginning of each gap, by which the database finds them. */
export const GAP = '[Bitte ergänzen';

/** The gaps that a text still has. */
export const gapsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\[Bitte ergänzen(?::\s*)?([^\]]*)\]/g)].map(([, what = '']) => what.trim() || 'Text');
