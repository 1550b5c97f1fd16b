import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { withSession } from '../local-backend/database/address.ts';

/** A function, a trigger, a policy, the grants of an object, or a comment. */
interface SchemaObject {
  readonly place: number;
  readonly key: string;
  readonly make: string;
  readonly unmake: string | null;
  readonly shape: string | null;
}

const COMMENTS = 5;

const query = readFileSync(new URL('objects.sql', import.meta.url), 'utf8');

/** Names are qualified, as nothing but the system is on the search path. */
async function objectsOf(url: string) {
  const read = async (session: Sql) => session.unsafe<SchemaObject[]>(query);
  const objects = await withSession(url, read, { connection: { search_path: 'pg_catalog' } });
  return new Map(objects.map((object) => [object.key, object]));
}

/** Statements that bring the present objects nearer to the declared ones; none when they are equal. */
export async function objectChangesOf(presentUrl: string, declaredUrl: string): Promise<readonly string[]> {
  const [present, declared] = await Promise.all([objectsOf(presentUrl), objectsOf(declaredUrl)]);
  const gone = [...present.values()].filter(({ key }) => !declared.has(key));
  const changed = [...declared.values()].filter(({ key, make }) => present.get(key)?.make !== make);
  const anew = changed.flatMap(({ key, shape }) => {
    const former = present.get(key);
    return former && former.shape !== shape ? [former] : [];
  });
  const dropped = [...gone, ...anew].filter(({ place }) => place < COMMENTS);
  dropped.sort((one, other) => other.place - one.place);
  // Those of what was dropped are gone by then, and PostgreSQL refuses to remove them.
  const comments = gone.filter(({ place }) => place === COMMENTS);
  return [...unmade(dropped), ...changed.map(({ make }) => `${make};`), ...unmade(comments)];
}

const unmade = (objects: readonly SchemaObject[]): readonly string[] =>
  objects.flatMap(({ unmake }) => (unmake ? [`${unmake};`] : []));

interface DeclaredRows {
  readonly table: string;
  /** Columns that the declaration decides about; the first one is the key. */
  readonly columns: readonly string[];
  /** Columns that it fills in new rows alone, since operators change them. */
  readonly initial: readonly string[];
}

/** Tables whose rows belong to the declaration. Other columns have their defaults. */
const TABLES: readonly DeclaredRows[] = [
  { table: 'private.content_topics', columns: 'topic', initial: '' },
  {
    table: 'private.job_kinds',
    columns: 'kind token lease waits exhausted needs_room is_prepared relation',
    initial: '',
  },
  {
    table: 'private.kinds',
    columns:
      'relation parent parent_key place_key part_key is_versioned owner_key public_key has_drafts document texts derived',
    initial: '',
  },
  { table: 'private.retention', columns: 'subject purpose aged_by condition ended_by', initial: 'days' },
  { table: 'storage.buckets', columns: 'id name public file_size_limit allowed_mime_types', initial: '' },
].map(({ table, columns, initial }) => ({
  table,
  columns: columns.split(' '),
  initial: initial.split(' ').filter(Boolean),
}));

/** The literal of each column. */
type Row = Readonly<Record<string, string>>;
type Rows = ReadonlyMap<string, Row>;

/** Statements that write the declared rows where the present ones are others. */
export async function rowChangesOf(presentUrl: string, declaredUrl: string): Promise<readonly string[]> {
  const [present, declared] = await Promise.all([rowsOf(presentUrl), rowsOf(declaredUrl)]);
  return TABLES.flatMap((table, at) => changesOf(table, present[at] ?? new Map(), declared[at] ?? new Map()));
}

function rowsOf(url: string): Promise<readonly Rows[]> {
  return withSession(url, (session) => {
    const rowsOfTable = async ({ table, columns, initial }: DeclaredRows) => {
      const literals = [...columns, ...initial].map((column) => `quote_nullable(${column}) as ${column}`);
      const rows = await session.unsafe<Row[]>(`select ${literals.join(', ')} from ${table} order by 1`);
      return new Map(rows.map((row) => [row[columns[0] ?? ''] ?? '', row]));
    };
    return Promise.all(TABLES.map(rowsOfTable));
  });
}

function changesOf({ table, columns, initial }: DeclaredRows, present: Rows, declared: Rows): readonly string[] {
  const missing = [...declared].filter(([key]) => !present.has(key)).map(([, row]) => row);
  const updates = [...declared].flatMap(([key, row]) => {
    const former = present.get(key) ?? row;
    const values = columns
      .filter((column) => row[column] !== former[column])
      .map((column) => `${column} = ${row[column]}`);
    return values.length > 0 ? [`update ${table} set ${values.join(', ')} where ${columns[0]} = ${key};`] : [];
  });
  const gone = [...present.keys()].filter((key) => !declared.has(key));
  return [
    ...insertion(table, [...columns, ...initial], missing),
    ...updates,
    ...gone.map((key) => `delete from ${table} where ${columns[0]} = ${key};`),
  ];
}

/** One statement, as rows may refer to each other. */
function insertion(table: string, columns: readonly string[], rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  const values = rows.map((row) => `  (${columns.map((column) => row[column]).join(', ')})`);
  return [`insert into ${table} (${columns.join(', ')}) values\n${values.join(',\n')};`];
}
