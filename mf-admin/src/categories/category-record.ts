import { paths } from '@ki/shared/contract/paths.ts';
import { addresses } from '../addresses.ts';
import { defineRecord, recordTexts } from '../kinds/model/define-record.ts';
import { slug, text } from '../kinds/model/fields.ts';

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
  at: { list: addresses.categories, new: addresses.newCategory, edit: addresses.editCategory },
  texts: textsOf('Category'),
  listed: ['name', 'slug'],
  fields: { name, slug: slug('name', 'The end of its address: /category/slug') },
  shown: {},
  view: ({ slug }) => paths.category({ slug }),
  reasons: { categories_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export const workshopCategory = defineRecord({
  table: 'workshop_categories',
  name: 'Workshop Category',
  at: {
    list: addresses.workshopCategories,
    new: addresses.newWorkshopCategory,
    edit: addresses.editWorkshopCategory,
  },
  texts: textsOf('Workshop Category'),
  listed: ['name'],
  fields: { name },
  shown: {},
  reasons: { workshop_categories_name_key: NAME_TAKEN },
});

export const courseCategory = defineRecord({
  table: 'course_categories',
  name: 'Course Category',
  at: { list: addresses.courseCategories, new: addresses.newCourseCategory, edit: addresses.editCourseCategory },
  texts: textsOf('Course Category'),
  listed: ['name'],
  fields: { name },
  shown: {},
  reasons: { course_categories_name_key: NAME_TAKEN },
});

export type CategoryKind = typeof category | typeof workshopCategory | typeof courseCategory;
