import { withSession } from '../local-backend/database/address.ts';

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
  { table: 'private.job_kinds', columns: 'kind token lease waits exhausted needs_room is_prepared', initial: '' },
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
  return TABLES.flatMap((rows, index) => changesOf(rows, present[index] ?? new Map(), declared[index] ?? new Map()));
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
