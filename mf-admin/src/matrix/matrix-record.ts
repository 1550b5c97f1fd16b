import { paths } from '@ki/shared/contract/paths.ts';
import { defineRecord, type Readable, type RowOf, recordTexts } from '../kinds/model/define-record.ts';
import {
  optionalText,
  paragraphs,
  positiveNumber,
  requiredReference,
  text,
  textsBy,
  wholeNumber,
} from '../kinds/model/fields.ts';

const code = text('code', 'Code', { required: true });
const name = text('name', 'Name', { required: true });
const CODE_TAKEN = { field: 'code', message: 'This code is already taken.' } as const;

export const matrixCategory = defineRecord({
  table: 'matrix_categories',
  texts: recordTexts('Matrix Category'),
  fields: { code, name },
  shown: {},
  reasons: { matrix_categories_code_key: CODE_TAKEN },
});

export const targetGroup = defineRecord({
  table: 'matrix_target_groups',
  texts: recordTexts('Target Group'),
  fields: { code, name },
  shown: {},
  reasons: { matrix_target_groups_code_key: CODE_TAKEN },
});

export const level = defineRecord({
  table: 'matrix_levels',
  texts: recordTexts('Level'),
  fields: { code, name },
  shown: {},
  reasons: { matrix_levels_code_key: CODE_TAKEN },
});

export const dimension = defineRecord({
  table: 'matrix_dimensions',
  texts: recordTexts('Dimension'),
  fields: { name },
  shown: {},
  reasons: { matrix_dimensions_name_key: { field: 'name', message: 'This name is already taken.' } },
});

export const axes = [matrixCategory, targetGroup, level, dimension] as const;

/** PostgreSQL's largest integer. */
const MOST_FRANCS = 2_147_483_647;

const gone = (what: string) => `This ${what} was deleted meanwhile. Reload the page to see the present ones.`;

export const matrixWorkshop = defineRecord({
  table: 'matrix_workshops',
  texts: recordTexts('Matrix Workshop'),
  fields: {
    title: text('title', 'Title', { required: true }),
    hours: positiveNumber('duration_hours', 'Duration (Hours)', 10_000),
    price: wholeNumber('price_chf', 'Price', MOST_FRANCS),
    categoryId: requiredReference('category_id', 'Category'),
    groupId: requiredReference('target_group_id', 'Target Group'),
    levelId: requiredReference('level_id', 'Level'),
    prerequisites: paragraphs(optionalText('prerequisites', 'Prerequisites')),
    goals: textsBy('matrix_workshop_learning_objectives', 'dimension_id', 'objective', 'Learning Goals'),
  },
  shown: {
    category: { nameOf: 'matrix_categories' },
    group: { nameOf: 'matrix_target_groups' },
    level: { nameOf: 'matrix_levels' },
  },
  view: ({ id }) => paths.matrixWorkshopPage({ workshop: id }),
  kept: ['hours', 'price', 'categoryId', 'groupId', 'levelId'],
  reasons: {
    matrix_workshops_category_id_fkey: { field: 'categoryId', message: gone('category') },
    matrix_workshops_target_group_id_fkey: { field: 'groupId', message: gone('target group') },
    matrix_workshops_level_id_fkey: { field: 'levelId', message: gone('level') },
    matrix_workshop_learning_objectives_dimension_id_fkey: {
      field: 'goals',
      message: 'A dimension was deleted meanwhile. Empty its goal, or reload the page.',
    },
  },
  storedBy: 'save_matrix_workshop',
});

export const LISTED = ['title', 'category', 'group', 'level', 'hours', 'price'] as const satisfies Readable<
  typeof matrixWorkshop
>[];

export type MatrixWorkshopRow = RowOf<typeof matrixWorkshop, (typeof LISTED)[number]>;
