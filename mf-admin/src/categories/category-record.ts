import { paths } from '@ki/shared/contract/paths.ts';
import { defineRecord, recordTexts } from '../kinds/model/define-record.ts';
import { text } from '../kinds/model/fields.ts';
import { slugSchema } from '../kinds/model/schemas.ts';

const name = text('name', 'Name', { required: true });
const NAME_TAKEN = { field: 'name', message: 'This name is already taken.' } as const;

/** Buttons and messages say `Category`; the headings tell the kinds apart. */
const textsOf = (heading: string) => ({
  ...recordTexts('Category'),
  new: `New ${heading}`,
  edit: `Edit ${heading}`,
});

export const category = defineRecord({
  table: 'categories',
  texts: textsOf('Category'),
  fields: { name, slug: text('slug', 'Slug', { required: true, schema: slugSchema }) },
  shown: {},
  view: ({ slug }) => paths.category({ slug }),
  reasons: { categories_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export const workshopCategory = defineRecord({
  table: 'workshop_categories',
  texts: textsOf('Workshop Category'),
  fields: { name },
  shown: {},
  reasons: { workshop_categories_name_key: NAME_TAKEN },
});

export const courseCategory = defineRecord({
  table: 'course_categories',
  texts: textsOf('Course Category'),
  fields: { name },
  shown: {},
  reasons: { course_categories_name_key: NAME_TAKEN },
});
