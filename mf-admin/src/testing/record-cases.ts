import type { UntypedClient } from '@ki/shared/data/clients.ts';
import { given, newText, serviceClient, type Table, unique } from '@ki/shared/testing/given.ts';
import { expect } from 'vitest';
import { addresses } from '../addresses.ts';
import type { AnyRecordKind } from '../kinds/model/define-record.ts';
import { recordKinds } from '../layout/record-kinds.ts';
import {
  givenAd,
  givenCourse,
  givenMatrixWorkshop,
  givenPage,
  givenPlace,
  givenPost,
  givenPrompt,
  givenWorkshop,
} from './given.ts';
import { REASONS, type Reason } from './refused.ts';

type Input = Readonly<Record<string, string>>;
export type Stored = Readonly<Record<string, unknown>> & { readonly id: string };

interface Shape {
  /** The column of the name, whose label is the same word. */
  readonly name: 'title' | 'name' | 'label' | 'address';
  readonly given: () => Promise<Stored>;
  /** Required fields of a new record beside the name, by their labels. */
  readonly input: () => Input | Promise<Input>;
  /** Selects that happy-dom empties while they are mounted. */
  readonly chosen?: (record: Stored) => Input;
  /** The column with a unique value. */
  readonly taken?: string;
  /** The list finds a record by `?q=`. */
  readonly isSearched?: true;
  /** Why an author does not delete a record of others. */
  readonly refusal: Reason;
  /** Where its form is, unless on a page of its own. */
  readonly add?: string;
}

const slug = () => ({ Slug: unique('neu-') });
const named = () => ({ name: unique('Name ') });
const coded = () => ({ ...named(), code: unique('C'), sort_order: 900 });

const titled = { name: 'title', input: () => ({}), refusal: REASONS.ofOthers } as const;
const written = { ...titled, input: () => ({ ...slug(), Content: 'Text' }), taken: 'slug' } as const;
const ofPublishers = { name: 'name', input: () => ({}), refusal: REASONS.publishers, taken: 'name' } as const;

const axis = (table: `matrix_${'categories' | 'target_groups' | 'levels'}`) =>
  ({
    ...ofPublishers,
    given: () => given(table, coded()),
    input: () => ({ Code: unique('C') }),
    taken: 'code',
  }) as const;

const SHAPES = {
  posts: { ...written, given: givenPost, isSearched: true },
  pages: { ...written, given: givenPage },
  ads: {
    ...titled,
    given: givenAd,
    input: () => ({
      Subtitle: 'Unter',
      Description: 'Worum es geht',
      'Call-to-Action Text': 'Los',
      'Call-to-Action URL': '/workshops',
    }),
  },
  prompts: {
    ...ofPublishers,
    given: givenPrompt,
    input: () => ({ 'Prompt Text': 'Suche' }),
    taken: undefined,
    add: `${addresses.prompts}?edit=new`,
  },
  workshops: { ...titled, given: givenWorkshop },
  courses: { ...titled, given: givenCourse, input: slug, taken: 'slug' },
  categories: {
    ...ofPublishers,
    given: () => given('categories', { ...named(), slug: unique('k-') }),
    input: slug,
    taken: 'slug',
  },
  workshop_categories: { ...ofPublishers, given: () => given('workshop_categories', named()) },
  course_categories: { ...ofPublishers, given: () => given('course_categories', named()) },
  matrix_categories: axis('matrix_categories'),
  matrix_target_groups: axis('matrix_target_groups'),
  matrix_levels: axis('matrix_levels'),
  matrix_dimensions: { ...ofPublishers, given: () => given('matrix_dimensions', { ...named(), sort_order: 900 }) },
  matrix_workshops: {
    ...titled,
    given: async () => givenMatrixWorkshop(await givenPlace()),
    input: async () => {
      const { category, group, level } = await givenPlace();
      return { 'Duration (Hours)': '2', Category: category.id, 'Target Group': group.id, Level: level.id };
    },
    chosen: ({ category_id, target_group_id, level_id }) => ({
      Category: String(category_id),
      'Target Group': String(target_group_id),
      Level: String(level_id),
    }),
    isSearched: true,
    refusal: REASONS.publishers,
  },
  links: {
    ...titled,
    name: 'label',
    given: () => given('links', { label: unique('Verweis '), address: '/x', place: 'footer', position: 0 }),
    input: () => ({ Address: '/x' }),
    refusal: REASONS.publishers,
  },
  redirects: {
    name: 'address',
    isSearched: true,
    given: () => given('redirects', { address: unique('/alt-'), target: '/workshops' }),
    input: () => ({ 'Leads To': '/workshops' }),
    taken: 'address',
    refusal: REASONS.publishers,
  },
} as const satisfies { readonly [Of in Table]?: Shape };

function caseOf({ table, at, texts, hasDrafts, storedBy }: AnyRecordKind, shape: Shape) {
  const { name, add = at?.new } = shape;
  if (!at?.list || !add) throw new Error(`${table} has no list or no form`);
  const path = storedBy ? `rpc/${storedBy}` : table;
  return {
    ...shape,
    ...{ table, texts, add, list: at.list, edit: at.edit },
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    /** The requests that store a record and read it for its form, as method and path. */
    creation: ['POST', path] as const,
    update: [storedBy ? 'POST' : 'PATCH', path] as const,
    reading: [hasDrafts ? 'POST' : 'GET', hasDrafts ? 'rpc/read_editing' : table] as const,
  };
}

/** A kind of record as tests see it: its pages, its fields, and the texts that users read. */
export type RecordCase = ReturnType<typeof caseOf>;

/** Kinds with pages of their own: parts of a course, the one record of the site, and files. */
const APART = ['modules', 'lessons', 'site', 'pictures'];

export const RECORD_CASES: readonly RecordCase[] = recordKinds
  .filter(({ table }) => !APART.includes(table))
  .map((kind) => {
    const shapes: { readonly [Of in Table]?: Shape } = SHAPES;
    return caseOf(kind, shapes[kind.table] ?? expect.fail(`${kind.table} has no shape`));
  });

export const rowsOf = (table: Table) => (serviceClient() as UntypedClient).from(table);

/** The value of a column, or undefined where there is no such record. */
export async function storedValue(table: Table, column: string, where: Input): Promise<unknown> {
  const { data } = await rowsOf(table).select(column).match(where).maybeSingle().throwOnError();
  return (data as Readonly<Record<string, unknown>> | null)?.[column];
}

/** A name for a record that the test creates in a form. */
export const newName = (table: Table, column: Shape['name']) =>
  newText(table, column, column === 'address' ? '/neu-' : 'Neuer Name ');
