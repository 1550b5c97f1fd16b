import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import type { AnyRecordKind, ColumnsOf, Editable, Readable, RowOf, ValuesOf } from '../model/define-record.ts';

type StoredRow = Readonly<Record<string, unknown>>;

/** One page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** On all pages. */
  readonly total: number;
}

/** The table of a kind of record. Its columns are typed by the kind, not by the client. */
const tableOf = (client: StaffClient, { table }: Pick<AnyRecordKind, 'table'>) => (client as UntypedClient).from(table);

/** The column of what can be read of a record. */
export function columnOf<Kind extends AnyRecordKind>(kind: Kind, name: Readable<Kind>): string {
  const shown = kind.shown[name];
  return kind.fields[name]?.column ?? (typeof shown === 'string' ? shown : `${shown?.nameOf} (name)`);
}

function readOf(kind: AnyRecordKind, name: string, row: StoredRow): unknown {
  const shown = kind.shown[name];
  if (typeof shown !== 'object') return row[columnOf(kind, name)];
  const named = row[shown.nameOf] as { readonly name: string } | null;
  return named?.name ?? null;
}

const columnsFor = <Kind extends AnyRecordKind>(kind: Kind, names: readonly Readable<Kind>[]) =>
  ['id', 'updated_at', ...names.map((name) => columnOf(kind, name))].join(', ');

function toRow<Kind extends AnyRecordKind, Name extends Readable<Kind>>(
  kind: Kind,
  names: readonly Name[],
  row: StoredRow,
): RowOf<Kind, Name> {
  const read = names.map((name) => [name, readOf(kind, name, row)]);
  return { id: row.id, updatedAt: row.updated_at, ...Object.fromEntries(read) };
}

/** The columns that a form fills. `stored`: what stands there now; nothing for a new record. */
export function columnsOf<Kind extends AnyRecordKind>(
  kind: Kind,
  values: ValuesOf<Kind>,
  stored?: Editable<Kind>['stored'],
): ColumnsOf<Kind> {
  const columns = Object.entries(kind.fields).map(([name, field]) => {
    const before = stored?.[name as keyof Kind['fields']];
    return [field.column, field.toStored(values[name as keyof ValuesOf<Kind>], before)];
  });
  return Object.fromEntries(columns) as ColumnsOf<Kind>;
}

/** A stored row as its form needs it. */
export function toEditable<Kind extends AnyRecordKind>(kind: Kind, row: StoredRow): Editable<Kind> {
  const fields = Object.entries(kind.fields);
  return {
    id: String(row.id),
    updatedAt: String(row.updated_at),
    stored: Object.fromEntries(fields.map(([name, { column }]) => [name, row[column]])) as Editable<Kind>['stored'],
    values: Object.fromEntries(
      fields.map(([name, field]) => [name, field.toValue(row[field.column])]),
    ) as ValuesOf<Kind>,
  };
}

/** A query with its count that can be cut into pages. */
interface Cuttable<Row> {
  range(
    first: number,
    last: number,
  ): PromiseLike<Parameters<typeof unwrap<readonly Row[] | null>>[0] & { readonly count: number | null }>;
}

/** One page of what a query asks for. `page` counts from 1. */
export async function readPage<Row>(query: Cuttable<Row>, page: number): Promise<Page<Row>> {
  const first = (page - 1) * PAGE_SIZE;
  const answer = await query.range(first, first + PAGE_SIZE - 1);
  // 416: a page beyond the end. There is nothing there, and nothing is wrong.
  if (answer.status === 416) return { rows: [], total: 0 };
  const rows = unwrap(answer);
  return { rows, total: answer.count ?? rows.length };
}

export interface ListQuery<Kind extends AnyRecordKind, Name extends Readable<Kind>> {
  readonly names: readonly Name[];
  /** Counts from 1. */
  readonly page: number;
  /** The newest first, if nothing else is said. Without a value comes before everything that has one. */
  readonly order?: { readonly by: Name; readonly descending: boolean };
  /** A condition in PostgREST's words. */
  readonly condition?: string | null;
}

/** One page of all records of a kind. */
export async function listRecords<Kind extends AnyRecordKind, Name extends Readable<Kind>>(
  client: StaffClient,
  kind: Kind,
  { names, page, order, condition }: ListQuery<Kind, Name>,
): Promise<Page<RowOf<Kind, Name>>> {
  const query = tableOf(client, kind).select(columnsFor(kind, names), { count: 'exact' });
  if (condition) query.or(condition);
  const descending = order?.descending ?? true;
  const by = order ? columnOf(kind, order.by) : 'created_at';
  const ordered = query.order(by, { ascending: !descending, nullsFirst: descending }).order('id');
  const { rows, total } = await readPage<StoredRow>(ordered as unknown as Cuttable<StoredRow>, page);
  return { rows: rows.map((row) => toRow(kind, names, row)), total };
}

/** Narrows a read to records of one that they belong to. */
export interface Within {
  readonly table: string;
  readonly column: string;
  readonly value: string;
}

/** A record to be edited, drafts included. Throws `not_found`. */
export async function readRecord<Kind extends AnyRecordKind>(
  client: StaffClient,
  kind: Kind,
  id: string,
  within?: Within,
): Promise<Editable<Kind>> {
  const columns = columnsFor(kind, Object.keys(kind.fields) as Readable<Kind>[]);
  const embedded = within ? `, ${within.table}!inner (${within.column})` : '';
  const query = tableOf(client, kind).select(`${columns}${embedded}`).eq('id', id);
  if (within) query.eq(`${within.table}.${within.column}`, within.value);
  const row: unknown = unwrap(await query.maybeSingle());
  return toEditable(kind, row as StoredRow);
}

/** Stores a new record. Throws `conflict` with a constraint when something of it is taken. */
export async function createRecord<Kind extends AnyRecordKind>(
  client: StaffClient,
  kind: Kind,
  values: ValuesOf<Kind>,
  more: Partial<Record<keyof Kind['shown'] & string, unknown>> = {},
): Promise<void> {
  const others = Object.entries(more).map(([name, value]) => [columnOf(kind, name), value]);
  const row = { ...columnsOf(kind, values), ...Object.fromEntries(others) };
  unwrap(await tableOf(client, kind).insert(row).select('id').single());
}

/**
 * Saves a record over its version `base`, or over any when that is null. Throws `conflict` when somebody else has
 * changed it, `conflict` with a constraint when something of it is taken, and `not_found` when it is gone.
 */
export async function saveRecord<Kind extends AnyRecordKind>(
  client: StaffClient,
  kind: Kind,
  { id, stored }: Pick<Editable<Kind>, 'id' | 'stored'>,
  values: ValuesOf<Kind>,
  base: string | null,
): Promise<void> {
  const columns: StoredRow = columnsOf(kind, values, stored);
  const update = tableOf(client, kind).update(columns).eq('id', id);
  if (base !== null) update.eq('updated_at', base);
  const saved: readonly unknown[] = unwrap(await update.select('id'));
  if (saved.length > 0) return;
  const there: readonly unknown[] = base === null ? [] : unwrap(await tableOf(client, kind).select('id').eq('id', id));
  if (there.length > 0) throw new DataError('conflict', `the row is no longer of ${base}`);
  throw new DataError('not_found', 'no such row');
}

/** Changes single fields of a record, whatever its version, and returns it as it is now. Throws `not_found`. */
export async function changeRecord<Kind extends AnyRecordKind, Name extends Readable<Kind>>(
  client: StaffClient,
  kind: Kind,
  id: string,
  change: Partial<RowOf<Kind, Name>>,
  names: readonly Name[],
): Promise<RowOf<Kind, Name>> {
  const columns = Object.entries(change).map(([name, value]) => [columnOf(kind, name as Name), value]);
  const update = tableOf(client, kind).update(Object.fromEntries(columns)).eq('id', id);
  const row: unknown = unwrap(await update.select(columnsFor(kind, names)).maybeSingle());
  return toRow(kind, names, row as StoredRow);
}

/** Deletes a record. Throws `not_found` when it is gone already or may not be deleted. */
export async function deleteRecord(client: StaffClient, kind: Pick<AnyRecordKind, 'table'>, id: string): Promise<void> {
  unwrap(await tableOf(client, kind).delete().eq('id', id).select('id').maybeSingle());
}
