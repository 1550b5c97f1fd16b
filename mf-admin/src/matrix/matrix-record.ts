import { paths } from '@ki/shared/contract/paths.ts';
import { toSlug } from '@ki/shared/format/slug.ts';
import { addresses } from '../addresses.ts';
import { defineRecord, recordTexts } from '../kinds/model/define-record.ts';
import {
  area,
  optionalText,
  positiveNumber,
  requiredReference,
  text,
  textsBy,
  wholeNumber,
} from '../kinds/model/fields.ts';

const name = text('name', 'Name', { required: true });
const code = text('code', 'Code', {
  required: true,
  hint: 'A short name, which cards and addresses have',
  isBeside: true,
  input: { lang: undefined },
  follows: { field: 'name', by: toCode },
});
const CODE_TAKEN = { field: 'code', message: 'This code is already taken.' } as const;
const CODED = { fields: { name, code }, shown: {} };

export const matrixCategory = defineRecord({
  table: 'matrix_categories',
  at: { list: addresses.matrixCategories, new: addresses.newMatrixCategory, edit: addresses.editMatrixCategory },
  texts: recordTexts('Matrix Category'),
  ...CODED,
  reasons: { matrix_categories_code_key: CODE_TAKEN },
});

export const targetGroup = defineRecord({
  table: 'matrix_target_groups',
  at: { list: addresses.targetGroups, new: addresses.newTargetGroup, edit: addresses.editTargetGroup },
  texts: recordTexts('Target Group'),
  ...CODED,
  reasons: { matrix_target_groups_code_key: CODE_TAKEN },
});

export const level = defineRecord({
  table: 'matrix_levels',
  at: { list: addresses.levels, new: addresses.newLevel, edit: addresses.editLevel },
  texts: recordTexts('Level'),
  ...CODED,
  reasons: { matrix_levels_code_key: CODE_TAKEN },
});

export const dimension = defineRecord({
  table: 'matrix_dimensions',
  at: { list: addresses.dimensions, new: addresses.newDimension, edit: addresses.editDimension },
  texts: recordTexts('Dimension'),
  fields: { name },
  shown: {},
  reasons: { matrix_dimensions_name_key: { field: 'name', message: 'This name is already taken.' } },
});

export const axes = [matrixCategory, targetGroup, level, dimension] as const;
export type Axis = (typeof axes)[number];

/** PostgreSQL's largest integer. */
const MOST_FRANCS = 2_147_483_647;

const gone = (what: string) => `This ${what} was deleted meanwhile. Reload the page to see the present ones.`;

export const matrixWorkshop = defineRecord({
  table: 'matrix_workshops',
  at: { list: addresses.matrix, new: addresses.newMatrixWorkshop, edit: addresses.editMatrixWorkshop },
  listed: ['title', 'category', 'group', 'hours', 'level', 'price'],
  texts: recordTexts('Matrix Workshop'),
  fields: {
    title: text('title', 'Title', { required: true }),
    hours: positiveNumber('duration_hours', 'Duration (Hours)', 10_000, {
      hint: 'In hours, such as 3.5',
      input: { inputMode: 'decimal' },
    }),
    price: wholeNumber('price_chf', 'Price', MOST_FRANCS, { isBeside: true, input: { inputMode: 'numeric' } }),
    categoryId: requiredReference(
      'category_id',
      'Category',
      { matrix_categories: 'name' },
      { manage: addresses.matrixCategories },
    ),
    groupId: requiredReference(
      'target_group_id',
      'Target Group',
      { matrix_target_groups: 'name' },
      { manage: addresses.targetGroups, isBeside: true },
    ),
    levelId: requiredReference(
      'level_id',
      'Level',
      { matrix_levels: 'name' },
      { manage: addresses.levels, isBeside: true },
    ),
    prerequisites: area(optionalText('prerequisites', 'Prerequisites', { hint: 'Empty: none' })),
    goals: textsBy('matrix_workshop_learning_objectives', 'dimension_id', 'objective', 'Learning Goals', {
      matrix_dimensions: 'name',
    }),
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

const SMALL_WORDS: ReadonlySet<string> = new Set('und oder mit fuer von der die das im in'.split(' '));

/** A short code for a name: 'Recht und Ethik' becomes 'RE', 'Einstieg' 'EIN'. May be empty. */
export function toCode(name: string): string {
  const words = toSlug(name)
    .split('-')
    .filter((word) => word !== '' && !SMALL_WORDS.has(word));
  const [first = '', ...more] = words;
  const code = more.length > 0 ? words.map(([letter]) => letter).join('') : first.slice(0, 3);
  return code.toUpperCase();
}
