import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import type {
  AnyRecordKind,
  ColumnsOf,
  Content,
  DraftSchedule,
  Editable,
  ListedRow,
  Readable,
  RowOf,
  StoreAs,
  ValuesOf,
} from '../model/define-record.ts';

export type StoredRow = Readonly<Record<string, unknown>>;
type Stored<Kind extends AnyRecordKind> = Editable<Kind>['stored'];

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export const NO_ROWS: Page<never> = { rows: [], total: 0 };

/** The kind types the columns, so the client stays untyped here. */
const tableOf = (client: StaffClient, { table }: Pick<AnyRecordKind, 'table'>) => (client as UntypedClient).from(table);

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
  ['id', 'updated_at', ...names.map((name) => kind.fields[name]?.select ?? columnOf(kind, name))].join(', ');

function toRow<Kind extends AnyRecordKind, Name extends Readable<Kind>>(
  kind: Kind,
  names: readonly Name[],
  row: StoredRow,
): RowOf<Kind, Name> {
  const read = names.map((name) => [name, readOf(kind, name, row)]);
  return { id: row.id, updatedAt: row.updated_at, ...Object.fromEntries(read) };
}

/** Converts form values to columns. `before`: the stored record; undefined for a new one. */
export function storedOf<Kind extends AnyRecordKind>(
  kind: Kind,
  values: ValuesOf<Kind>,
  before?: Stored<Kind>,
  as?: StoreAs,
): Stored<Kind> {
  const stored = Object.entries(kind.fields).map(([name, { publication, ...field }]) => {
    const value = values[name as keyof ValuesOf<Kind>];
    if (publication && as) return [name, as === 'unpublished' ? publication.unpublished : publication.published(value)];
    return [name, field.toStored(value, before?.[name as keyof Kind['fields']])];
  });
  return Object.fromEntries(stored) as Stored<Kind>;
}

export function columnsOf<Kind extends AnyRecordKind>(kind: Kind, stored: Stored<Kind>): ColumnsOf<Kind> {
  const columns = Object.entries(kind.fields).map(([name, { column }]) => [column, (stored as StoredRow)[name]]);
  return Object.fromEntries(columns) as ColumnsOf<Kind>;
}

export function contentOf<Kind extends AnyRecordKind>(kind: Kind, row: StoredRow): Content<Kind> {
  const fields = Object.entries(kind.fields);
  return {
    stored: Object.fromEntries(fields.map(([name, { column }]) => [name, row[column]])) as Stored<Kind>,
    values: Object.fromEntries(
      fields.map(([name, field]) => [name, field.toValue(row[field.column])]),
    ) as ValuesOf<Kind>,
  };
}

export const toEditable = <Kind extends AnyRecordKind>(kind: Kind, row: StoredRow): Editable<Kind> => ({
  id: String(row.id),
  updatedAt: String(row.updated_at),
  ...contentOf(kind, row),
});

interface Cuttable<Row> {
  range(
    first: number,
    last: number,
  ): PromiseLike<Parameters<typeof unwrap<readonly Row[] | null>>[0] & { readonly count: number | null }>;
}

export async function readPage<Row>(query: Cuttable<Row>, page: number): Promise<Page<Row>> {
  const first = (page - 1) * PAGE_SIZE;
  const answer = await query.range(first, first + PAGE_SIZE - 1);
  // 416: the page is beyond the end of the list.
  if (answer.status === 416) return NO_ROWS;
  const rows = unwrap(answer);
  return { rows, total: answer.count ?? rows.length };
}

export interface ListQuery<Kind extends AnyRecordKind> {
  readonly page: number;
  /** By default newest first. In descending order null comes first. */
  readonly order?: { readonly by: Readable<Kind>; readonly descending: boolean };
  readonly where?: readonly (readonly [name: Readable<Kind>, value: string])[];
  /** A PostgREST `or` filter. */
  readonly condition?: string | null;
}

async function readDrafts(
  client: StaffClient,
  { table, hasDrafts }: AnyRecordKind,
): Promise<ReadonlyMap<string, DraftSchedule>> {
  if (!hasDrafts) return new Map();
  const rows = unwrap(await client.from('drafts').select('record_id, publish_at, failure').eq('relation', table));
  return new Map(rows.map((row) => [row.record_id, { publishAt: row.publish_at, failure: row.failure }]));
}

export async function listRecords<Kind extends AnyRecordKind>(
  client: StaffClient,
  kind: Kind,
  { page, order, where = [], condition }: ListQuery<Kind>,
): Promise<Page<ListedRow<Kind>>> {
  const names = kind.listed as readonly Extract<Kind['listed'][number], Readable<Kind>>[];
  const query = tableOf(client, kind).select(columnsFor(kind, names), { count: 'exact' });
  for (const [name, value] of where) query.eq(columnOf(kind, name), value);
  if (condition) query.or(condition);
  const descending = order?.descending ?? true;
  const by = order ? columnOf(kind, order.by) : 'created_at';
  const ordered = query.order(by, { ascending: !descending, nullsFirst: descending }).order('id');
  const [{ rows, total }, drafts] = await Promise.all([
    readPage<StoredRow>(ordered as unknown as Cuttable<StoredRow>, page),
    readDrafts(client, kind),
  ]);
  return {
    rows: rows.map((row) => ({ ...toRow(kind, names, row), draft: drafts.get(String(row.id)) ?? null })),
    total,
  };
}

export async function readRecord<Kind extends AnyRecordKind>(
  client: StaffClient,
  kind: Kind,
  id: string,
  within?: { readonly table: string; readonly column: string; readonly value: string },
): Promise<Editable<Kind>> {
  const columns = columnsFor(kind, Object.keys(kind.fields) as Readable<Kind>[]);
  const embedded = within ? `, ${within.table}!inner (${within.column})` : '';
  const query = tableOf(client, kind).select(`${columns}${embedded}`).eq('id', id);
  if (within) query.eq(`${within.table}.${within.column}`, within.value);
  const row: unknown = unwrap(await query.maybeSingle());
  return toEditable(kind, row as StoredRow);
}

/** A save whose answer is lost was among the first ones since it was sent. */
const MOST_CREATED = 100;

/** Rows that were created since a moment, the oldest first. */
export async function createdSince(
  client: StaffClient,
  kind: AnyRecordKind,
  moment: string,
): Promise<readonly StoredRow[]> {
  const query = tableOf(client, kind).select(columnsFor(kind, Object.keys(kind.fields)));
  const rows: unknown = unwrap(await query.gte('created_at', moment).order('created_at').limit(MOST_CREATED));
  return rows as readonly StoredRow[];
}

/** Returns the id. */
export async function createRecord<Kind extends AnyRecordKind>(
  client: StaffClient,
  kind: Kind,
  stored: Stored<Kind>,
  more: Partial<Record<keyof Kind['shown'] & string, unknown>> = {},
): Promise<string> {
  const others = Object.entries(more).map(([name, value]) => [columnOf(kind, name), value]);
  const row = { ...columnsOf(kind, stored), ...Object.fromEntries(others) };
  if (kind.storedBy) return storeWithParts(client, kind.storedBy, { record: null, base: null, columns: row });
  const created: unknown = unwrap(await tableOf(client, kind).insert(row).select('id').single());
  return String((created as StoredRow).id);
}

/** The arguments, which may be null, are not in the generated types. */
async function storeWithParts(
  client: UntypedClient,
  name: string,
  args: { readonly record: string | null; readonly base: string | null; readonly columns: StoredRow },
): Promise<string> {
  const id: unknown = unwrap(await client.rpc(name, args));
  return String(id);
}

/**
 * Saves a record if its version is still `base`; null skips the check. Throws `conflict` for another version, `conflict`
 * with a constraint when a unique value is taken, and `not_found` when the record was deleted.
 */
export async function saveRecord<Kind extends AnyRecordKind>(
  client: StaffClient,
  kind: Kind,
  id: string,
  stored: Stored<Kind>,
  base: string | null,
): Promise<void> {
  const columns: StoredRow = columnsOf(kind, stored);
  if (kind.storedBy) return void (await storeWithParts(client, kind.storedBy, { record: id, base, columns }));
  const update = tableOf(client, kind).update(columns).eq('id', id);
  if (base !== null) update.eq('updated_at', base);
  const saved: readonly unknown[] = unwrap(await update.select('id'));
  if (saved.length > 0) return;
  const there: readonly unknown[] = base === null ? [] : unwrap(await tableOf(client, kind).select('id').eq('id', id));
  if (there.length > 0) throw new DataError('conflict', `the row is no longer of ${base}`);
  throw new DataError('not_found', 'no such row');
}

/** Where a record is stored that is a part of something else. */
export interface RecordSource<Kind extends AnyRecordKind> {
  readonly read: (client: StaffClient) => Promise<Editable<Kind>>;
  /** Throws `conflict` when the stored version is not `base`; null: any. */
  readonly save: (client: StaffClient, stored: Editable<Kind>['stored'], base: string | null) => Promise<void>;
}

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

/** Throws `not_found` when the record was deleted already or row-level security hides it. */
export async function deleteRecord(client: StaffClient, kind: Pick<AnyRecordKind, 'table'>, id: string): Promise<void> {
  unwrap(await tableOf(client, kind).delete().eq('id', id).select('id').maybeSingle());
}
