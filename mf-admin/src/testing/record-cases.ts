import type { UntypedClient } from '@ki/shared/data/clients.ts';
import { given, serviceClient, type Table, unique } from '@ki/shared/testing/given.ts';
import { onTestFinished } from 'vitest';
import { addresses } from '../addresses.ts';
import {
  givenAd,
  givenCourse,
  givenMatrixWorkshop,
  givenPlace,
  givenPost,
  givenPrompt,
  givenWorkshop,
} from './given.ts';
import { REASONS, type Reason } from './refused.ts';

type Input = Readonly<Record<string, string>>;
type Texts = Readonly<Record<'create' | 'update' | 'read' | 'remove', string>>;
export type Stored = Readonly<Record<string, unknown>> & { readonly id: string };

/** A kind of record as tests see it: its pages, its fields, and the texts that users read. */
export interface RecordCase {
  readonly kind: string;
  readonly table: Table;
  /** The column of the name, whose label is the same word. */
  readonly name: 'title' | 'name' | 'label';
  readonly list: string;
  /** The list finds a record by `?q=`. */
  readonly isSearched?: true;
  readonly none: readonly [text: string, first: string | null];
  readonly add: string;
  readonly edit: (record: { readonly id: string }) => string;
  readonly given: () => Promise<Stored>;
  /** Fields of a new record, by their labels. */
  readonly input: () => Input | Promise<Input>;
  /** Selects that happy-dom empties while they are mounted. */
  readonly chosen?: (record: Stored) => Input;
  readonly required: readonly string[];
  /** The column with a unique value. */
  readonly taken?: string;
  /** Where a record is written, unless in its table. */
  readonly writtenBy?: string;
  readonly noun: string;
  readonly failures: Texts;
  readonly refusal: Reason;
}

const slug = () => ({ Slug: unique('neu-') });
const named = () => ({ name: unique('Name ') });
const coded = () => ({ ...named(), code: unique('C'), sort_order: 900 });
const textOf = (text: string): Texts => ({ create: text, update: text, read: text, remove: text });

/** Most kinds share the texts, a title, and the right of authors to their own records. */
function usual(noun: string) {
  const word = noun.toLowerCase();
  return {
    kind: `${word}s`,
    noun,
    name: 'title',
    none: [`No ${word}s yet`, `Create Your First ${noun}`],
    input: () => ({}),
    required: ['Title'],
    failures: {
      create: `Failed to create ${word}`,
      update: `Failed to update ${word}`,
      read: `Failed to load ${word}`,
      remove: `Failed to delete ${word}`,
    },
    refusal: REASONS.ofOthers,
  } as const;
}

const at = (list: string, add: string, edit: RecordCase['edit']) => ({ list, add, edit });

const written = {
  input: () => ({ ...slug(), Content: 'Text' }),
  required: ['Title', 'Slug', 'Content'],
  taken: 'slug',
} as const;

const category = (kind: string, table: 'categories' | 'workshop_categories' | 'course_categories') =>
  ({
    ...usual('Category'),
    kind,
    table,
    given: () => given(table, named()),
    name: 'name',
    none: ['No categories yet', 'Create Your First Category'],
    required: ['Name'],
    taken: 'name',
    refusal: REASONS.publishers,
  }) as const;

const axis = (
  noun: string,
  kind: string,
  table: Extract<Table, `matrix_${'categories' | 'target_groups' | 'levels' | 'dimensions'}`>,
) =>
  ({
    ...usual(noun),
    kind,
    table,
    given: () => given(table, coded()),
    name: 'name',
    none: [`No ${kind.replace('matrix ', '')} yet`, `Create Your First ${noun}`],
    input: () => ({ Code: unique('C') }),
    required: ['Code', 'Name'],
    taken: 'code',
    refusal: REASONS.publishers,
  }) as const;

export const RECORD_CASES: readonly RecordCase[] = [
  {
    ...usual('Post'),
    ...written,
    table: 'posts',
    ...at(addresses.dashboard, addresses.newPost, addresses.editPost),
    isSearched: true,
    none: ['No posts yet', 'Write the First Post'],
    given: givenPost,
    failures: { ...usual('Post').failures, create: 'Failed to save post', update: 'Failed to save post' },
  },
  {
    ...usual('Page'),
    ...written,
    table: 'pages',
    ...at(addresses.pages, addresses.newPage, addresses.editPage),
    given: () => given('pages', { title: unique('Seite '), slug: unique('seite-'), content: 'Text' }),
    writtenBy: 'rpc/save_page',
  },
  {
    ...usual('Ad'),
    table: 'ads',
    ...at(addresses.ads, addresses.newAd, addresses.editAd),
    given: givenAd,
    input: () => ({
      Subtitle: 'Unter',
      Description: 'Worum es geht',
      'Call-to-Action Text': 'Los',
      'Call-to-Action URL': '/workshops',
    }),
    required: ['Title', 'Subtitle', 'Description', 'Call-to-Action Text', 'Call-to-Action URL'],
    failures: textOf('An error occurred'),
  },
  {
    ...usual('Prompt'),
    table: 'prompts',
    name: 'name',
    list: addresses.prompts,
    none: ['No prompts yet', 'Create a Prompt'],
    add: `${addresses.prompts}?edit=new`,
    edit: ({ id }) => `${addresses.prompts}?edit=${id}`,
    given: givenPrompt,
    input: () => ({ 'Prompt Text': 'Suche' }),
    required: ['Name', 'Prompt Text'],
    failures: { ...usual('Prompt').failures, read: 'The data could not be loaded.' },
    refusal: REASONS.publishers,
  },
  {
    ...usual('Workshop'),
    table: 'workshops',
    ...at(addresses.workshops, addresses.newWorkshop, addresses.editWorkshop),
    given: givenWorkshop,
  },
  {
    ...usual('Course'),
    table: 'courses',
    ...at(addresses.courses, addresses.newCourse, addresses.editCourse),
    given: givenCourse,
    input: slug,
    required: ['Title', 'Slug'],
    taken: 'slug',
  },
  {
    ...category('categories', 'categories'),
    ...at(addresses.categories, addresses.newCategory, addresses.editCategory),
    given: () => given('categories', { ...named(), slug: unique('k-') }),
    input: slug,
    required: ['Name', 'Slug'],
    taken: 'slug',
  },
  {
    ...category('categories of workshops', 'workshop_categories'),
    ...at(addresses.workshopCategories, addresses.newWorkshopCategory, addresses.editWorkshopCategory),
  },
  {
    ...category('categories of courses', 'course_categories'),
    ...at(addresses.courseCategories, addresses.newCourseCategory, addresses.editCourseCategory),
  },
  {
    ...axis('Matrix Category', 'matrix categories', 'matrix_categories'),
    ...at(addresses.matrixCategories, addresses.newMatrixCategory, addresses.editMatrixCategory),
  },
  {
    ...axis('Target Group', 'target groups', 'matrix_target_groups'),
    ...at(addresses.targetGroups, addresses.newTargetGroup, addresses.editTargetGroup),
  },
  {
    ...axis('Level', 'levels', 'matrix_levels'),
    ...at(addresses.levels, addresses.newLevel, addresses.editLevel),
  },
  {
    ...axis('Dimension', 'dimensions', 'matrix_dimensions'),
    ...at(addresses.dimensions, addresses.newDimension, addresses.editDimension),
    given: () => given('matrix_dimensions', { ...named(), sort_order: 900 }),
    input: () => ({}),
    required: ['Name'],
    taken: 'name',
  },
  {
    ...usual('Matrix Workshop'),
    table: 'matrix_workshops',
    ...at(addresses.matrix, addresses.newMatrixWorkshop, addresses.editMatrixWorkshop),
    isSearched: true,
    given: async () => givenMatrixWorkshop(await givenPlace()),
    input: async () => {
      const { category: topic, group, level } = await givenPlace();
      return { 'Duration (Hours)': '2', Category: topic.id, 'Target Group': group.id, Level: level.id };
    },
    chosen: ({ category_id, target_group_id, level_id }) => ({
      Category: String(category_id),
      'Target Group': String(target_group_id),
      Level: String(level_id),
    }),
    required: ['Title', 'Duration (Hours)', 'Category', 'Target Group', 'Level'],
    writtenBy: 'rpc/save_matrix_workshop',
    refusal: REASONS.publishers,
  },
  {
    ...usual('Link'),
    table: 'links',
    name: 'label',
    ...at(addresses.links, addresses.newLink, addresses.editLink),
    none: ['The menu has no links.', null],
    given: () => given('links', { label: unique('Verweis '), address: '/x', place: 'footer', position: 0 }),
    input: () => ({ Address: '/x', Place: 'footer' }),
    required: ['Label', 'Address'],
    refusal: REASONS.publishers,
  },
];

export const rowsOf = (table: Table) => (serviceClient() as UntypedClient).from(table);

/** The value of a column, or undefined where there is no such record. */
export async function storedValue({ table }: RecordCase, column: string, where: Input): Promise<unknown> {
  const { data } = await rowsOf(table).select(column).match(where).maybeSingle().throwOnError();
  return (data as Readonly<Record<string, unknown>> | null)?.[column];
}

/** A name for a record that the test creates in a form. */
export function newName({ table, name }: RecordCase): string {
  const value = unique('Neuer Name ');
  onTestFinished(async () => {
    await rowsOf(table).delete().eq(name, value);
  });
  return value;
}
