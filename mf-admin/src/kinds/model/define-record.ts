import type { Database } from '@ki/shared/data/database.types.ts';
import { z } from 'zod/mini';
import type { Field, TableName } from './field.ts';

type Tables = Database['public']['Tables'];
type Stored<Table extends TableName> = Tables[Table]['Row'];
type Column<Table extends TableName> = keyof Stored<Table> & string;

/** A field of a column, or of the rows of another table that are parts of the record. */
type FieldOf<Table extends TableName> =
  | { [C in Column<Table>]: Field<unknown, C, Stored<Table>[C]> }[Column<Table>]
  | { [Part in TableName]: Field<unknown, Part, readonly Partial<Stored<Part>>[]> }[TableName];

export interface NameOf {
  readonly nameOf: TableName;
}

/** Replaces what a record's publication field says. */
export type StoreAs = 'unpublished' | 'published';

type Failures = Readonly<Record<'createFailed' | 'updateFailed' | 'readFailed' | 'deleteFailed', string>>;

export const failuresOf = (text: string): Failures => ({
  createFailed: text,
  updateFailed: text,
  readFailed: text,
  deleteFailed: text,
});

export function recordTexts(name: string, failures: Partial<Failures> = {}) {
  const noun = name.toLowerCase();
  return {
    noun: name,
    new: `New ${name}`,
    edit: `Edit ${name}`,
    create: `Create ${name}`,
    update: `Update ${name}`,
    deleteQuestion: `Are you sure you want to delete this ${noun}?`,
    createFailed: `Failed to create ${noun}`,
    updateFailed: `Failed to update ${noun}`,
    readFailed: `Failed to load ${noun}`,
    deleteFailed: `Failed to delete ${noun}`,
    ...failures,
  };
}

export type RecordTexts = Readonly<ReturnType<typeof recordTexts>>;

type ValuesOfFields<Fields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends { readonly initial: infer Value } ? Value : never;
};

/** A stored record by the names of its fields. */
type StoredOfFields<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { toValue(stored: infer Stored): unknown } ? Stored : never;
};

interface Pages {
  readonly list?: string;
  readonly new?: string;
  readonly edit: ((record: { readonly id: string }) => string) & { readonly pattern?: string };
}

export type Reasons<Name = string> = Readonly<Record<string, { readonly field: Name; readonly message: string }>>;

interface Definition<Table extends TableName, Fields, Shown, Listed> {
  readonly texts: RecordTexts;
  /** By default the noun of the texts: how lists of several kinds call it. */
  readonly name?: string;
  readonly at?: Pages;
  /** The fields that its list reads, in the order of their columns; the first one is the title of a row. */
  readonly listed?: readonly Listed[];
  readonly fields: Fields;
  readonly shown: Shown;
  /** The address at which visitors see a record that is public. */
  readonly view?: (record: StoredOfFields<Fields> & { readonly id: string }) => string;
  /** Fields whose values the next new record begins with. */
  readonly kept?: readonly (keyof Fields & string)[];
  /** Error texts by violated constraint, with the field that shows them. */
  readonly reasons?: Reasons<keyof Fields & string>;
  readonly table: Table;
  /** The function of the database that stores a record with its parts: of `record`, `base` and `columns`. */
  readonly storedBy?: keyof Database['public']['Functions'];
  /** Changes of a record that visitors see can wait in a draft. */
  readonly hasDrafts?: true;
  /** Whether visitors see a record of a kind without a publication field; by default always. */
  readonly isLive?: (record: StoredOfFields<Fields>) => boolean;
}

type Optional = 'storedBy' | 'view' | 'hasDrafts' | 'isLive' | 'at';

/** Reading, writing and the form of a kind of record follow from its description. */
export interface RecordKind<Table extends TableName, Fields, Shown, Listed>
  extends Required<Omit<Definition<Table, Fields, Shown, Listed>, Optional>>,
    Pick<Definition<Table, Fields, Shown, Listed>, Optional> {
  readonly schema: z.ZodMiniType<ValuesOfFields<Fields>, ValuesOfFields<Fields>>;
  readonly initial: ValuesOfFields<Fields>;
}

export interface AnyRecordKind {
  readonly table: TableName;
  readonly texts: RecordTexts;
  readonly name: string;
  readonly at?: Pages;
  readonly listed: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly shown: Readonly<Record<string, string | NameOf>>;
  readonly storedBy?: keyof Database['public']['Functions'];
  readonly view?: (record: never) => string;
  readonly hasDrafts?: true;
  readonly isLive?: (record: never) => boolean;
}

type ColumnType<Kind extends AnyRecordKind, Name> = Name extends keyof Stored<Kind['table']>
  ? Stored<Kind['table']>[Name]
  : string | null;

export type ColumnsOf<Kind extends AnyRecordKind> = {
  -readonly [Name in keyof Kind['fields'] as Kind['fields'][Name]['column']]: ColumnType<
    Kind,
    Kind['fields'][Name]['column']
  >;
};

export type ValuesOf<Kind extends AnyRecordKind> = ValuesOfFields<Kind['fields']>;

export interface Content<Kind extends AnyRecordKind> {
  readonly stored: { readonly [Name in keyof Kind['fields']]: ColumnType<Kind, Kind['fields'][Name]['column']> };
  readonly values: ValuesOf<Kind>;
}

/** When a draft is published, or why it was not; both null: when somebody publishes it. Times are ISO 8601. */
export interface DraftSchedule {
  readonly publishAt: string | null;
  readonly failure: string | null;
}

/** Changes of a public record that wait for their publication. */
export interface Draft<Kind extends AnyRecordKind> extends Content<Kind>, DraftSchedule {
  readonly id: string;
  /** ISO 8601. The version of the draft. */
  readonly updatedAt: string;
  /** The record when the draft began, if it has changed since; null when it is not known any more. */
  readonly began: ValuesOf<Kind> | null;
  /** The record has changed since the draft began. */
  readonly isStale: boolean;
  /** The version of the record that the next save takes into account; null for the one that the draft began with. */
  readonly base: string | null;
}

/** Whether the account may publish a record. The database decides in any case. */
export interface PublishPermission {
  /** Why the account may not publish the record; null when it may. */
  readonly denial: string | null;
  /** Why the account may not save a draft of the record; null when it may. */
  readonly draftDenial: string | null;
  /** The request for its publication that nobody has answered. */
  readonly request: { readonly at: string; readonly by: string; readonly is_own: boolean } | null;
}

export interface Editable<Kind extends AnyRecordKind> extends Content<Kind> {
  readonly id: string;
  /** ISO 8601. The version for conflict checks. */
  readonly updatedAt: string;
  readonly draft?: Draft<Kind> | null;
  /** Missing for a part, whose course decides. */
  readonly permission?: PublishPermission;
  /** The part of AI in a post, which its form knows to read. */
  readonly origin?: unknown;
}

export type AnyRecord = Editable<AnyRecordKind>;
export type Values = ValuesOf<AnyRecordKind>;

/** A form shows the draft of a record, where there is one. */
export const openedOf = <Kind extends AnyRecordKind>(record: Editable<Kind>): Content<Kind> & { updatedAt: string } =>
  record.draft ?? record;

export type Readable<Kind extends AnyRecordKind> = (keyof Kind['fields'] | keyof Kind['shown']) & string;

export type RowOf<Kind extends AnyRecordKind, Name extends Readable<Kind> = never> = {
  readonly id: string;
  readonly updatedAt: string;
  /** Lists read it for kinds with drafts; null: the record has none. */
  readonly draft?: DraftSchedule | null;
} & {
  readonly [N in Name]: N extends keyof Kind['fields']
    ? ColumnType<Kind, Kind['fields'][N]['column']>
    : N extends keyof Kind['shown']
      ? ColumnType<Kind, Kind['shown'][N]>
      : never;
};

export type ListedRow<Kind extends AnyRecordKind> = RowOf<Kind, Extract<Kind['listed'][number], Readable<Kind>>>;

const mapped = <From, To>(record: Readonly<Record<string, From>>, to: (one: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, one]) => [name, to(one)]));

/** Describes a kind of record. Its columns are spelled nowhere else. */
export function defineRecord<
  Table extends TableName,
  Fields extends Readonly<Record<string, FieldOf<Table>>>,
  const Shown extends Readonly<Record<string, Column<Table> | NameOf>>,
  const Listed extends (keyof Fields | keyof Shown) & string = never,
>(definition: Definition<Table, Fields, Shown, Listed>): RecordKind<Table, Fields, Shown, Listed> {
  const fields: Readonly<Record<string, Field>> = definition.fields;
  return {
    name: definition.texts.noun,
    reasons: {},
    kept: [],
    listed: [],
    ...definition,
    schema: z.object(mapped(fields, ({ schema }) => schema)) as never,
    initial: mapped(fields, ({ initial }) => initial) as ValuesOfFields<Fields>,
  };
}
