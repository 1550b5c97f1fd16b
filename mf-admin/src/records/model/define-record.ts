import type { Database } from '@ki/shared/data/database.types.ts';
import type { Field } from './fields.ts';
import { z } from './z.ts';

type Tables = Database['public']['Tables'];
export type TableName = keyof Tables;
type Stored<Table extends TableName> = Tables[Table]['Row'];
type Column<Table extends TableName> = keyof Stored<Table> & string;

/** A field for one of a table's columns, of that column's type. */
type FieldOf<Table extends TableName> = { [C in Column<Table>]: Field<unknown, C, Stored<Table>[C]> }[Column<Table>];

/** The name of the row of another table that a record refers to. */
export interface NameOf {
  readonly nameOf: TableName;
}

/** What is said about a record of this kind. */
export interface RecordTexts {
  /** Headings of its form. */
  readonly new: string;
  readonly edit: string;
  /** Buttons of its form. */
  readonly create: string;
  readonly update: string;
  readonly createFailed: string;
  readonly updateFailed: string;
  readonly readFailed: string;
  readonly deleteQuestion: string;
  readonly deleteFailed: string;
}

type ValuesOfFields<Fields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends { readonly initial: infer Value } ? Value : never;
};

interface Definition<Table extends TableName, Fields, Shown> {
  readonly texts: RecordTexts;
  /** What its form edits. */
  readonly fields: Fields;
  /** What else is read of it, by the column. */
  readonly shown: Shown;
  /** What to say at which field, by the constraint of the database that was violated. */
  readonly reasons?: Readonly<Record<string, { readonly field: keyof Fields & string; readonly message: string }>>;
  readonly table: Table;
}

/** A kind of record: reading, writing and the form follow from it. */
export interface RecordKind<Table extends TableName, Fields, Shown> extends Required<Definition<Table, Fields, Shown>> {
  readonly schema: z.ZodType<ValuesOfFields<Fields>, ValuesOfFields<Fields>>;
  /** Of a new record. */
  readonly initial: ValuesOfFields<Fields>;
}

/** Any kind of record, for what is the same with all. */
export interface AnyRecordKind {
  readonly table: TableName;
  readonly texts: RecordTexts;
  readonly fields: Readonly<Record<string, Field>>;
  readonly shown: Readonly<Record<string, string | NameOf>>;
}

type ColumnType<Kind extends AnyRecordKind, Name> = Name extends keyof Stored<Kind['table']>
  ? Stored<Kind['table']>[Name]
  : string | null;

/** What a form fills, by the column. */
export type ColumnsOf<Kind extends AnyRecordKind> = {
  -readonly [Name in keyof Kind['fields'] as Kind['fields'][Name]['column']]: ColumnType<
    Kind,
    Kind['fields'][Name]['column']
  >;
};

/** What a record's form holds. */
export type ValuesOf<Kind extends AnyRecordKind> = ValuesOfFields<Kind['fields']>;

/** A record as its form needs it. */
export interface Editable<Kind extends AnyRecordKind> {
  readonly id: string;
  /** ISO 8601; its version. */
  readonly updatedAt: string;
  /** What is stored now, by the field. */
  readonly stored: { readonly [Name in keyof Kind['fields']]: ColumnType<Kind, Kind['fields'][Name]['column']> };
  readonly values: ValuesOf<Kind>;
}

/** What can be read of a record. */
export type Readable<Kind extends AnyRecordKind> = (keyof Kind['fields'] | keyof Kind['shown']) & string;

/** A record in a list: its id, its version, and what was asked for. */
export type RowOf<Kind extends AnyRecordKind, Name extends Readable<Kind> = never> = {
  readonly id: string;
  readonly updatedAt: string;
} & {
  readonly [N in Name]: N extends keyof Kind['fields']
    ? ColumnType<Kind, Kind['fields'][N]['column']>
    : N extends keyof Kind['shown']
      ? ColumnType<Kind, Kind['shown'][N]>
      : never;
};

const mapped = <From, To>(record: Readonly<Record<string, From>>, to: (one: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, one]) => [name, to(one)]));

const described = new Map<string, AnyRecordKind>();

/** All kinds that were described. */
export const describedKinds = (): readonly AnyRecordKind[] => [...described.values()];

/** Describes a kind of record: the one place in which its columns are spelled. */
export function defineRecord<
  Table extends TableName,
  Fields extends Readonly<Record<string, FieldOf<Table>>>,
  const Shown extends Readonly<Record<string, Column<Table> | NameOf>>,
>(definition: Definition<Table, Fields, Shown>): RecordKind<Table, Fields, Shown> {
  const fields: Readonly<Record<string, Field>> = definition.fields;
  described.set(definition.table, definition);
  return {
    reasons: {},
    ...definition,
    schema: z.object(mapped(fields, ({ schema }) => schema)) as unknown as RecordKind<Table, Fields, Shown>['schema'],
    initial: mapped(fields, ({ initial }) => initial) as ValuesOfFields<Fields>,
  };
}
