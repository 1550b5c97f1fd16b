import { createHash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renameDurably } from '@ki/shared/process/files.ts';
import { getAuthSchemaSql, getMigrationHistorySchemaSql } from '@supabase/lite';
import { z } from 'zod';
import { bootstrapScript } from '../database/bootstrap.ts';
import { type BulkSession, hasTable, type InBulk, inTransaction, type Session } from '../database/database.ts';

export const digestSchema = z.object({ rows: z.int(), sha256: z.string() });

/** The number of rows and their hash, in the order in which they were read. */
export type Digest = z.infer<typeof digestSchema>;

const NEWLINE = 10;

export const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

/** Rows in PostgreSQL's text form, of which each ends with the only unescaped line break, and their digest once all were read. */
export function digested(rows: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let count = 0;
  async function* passed(): AsyncIterable<Uint8Array> {
    for await (const part of rows) {
      hash.update(part);
      for (const byte of part) if (byte === NEWLINE) count += 1;
      yield part;
    }
  }
  return { rows: passed(), digest: (): Digest => ({ rows: count, sha256: hash.digest('hex') }) };
}

const SHOWN = 12;

const shown = ({ rows, sha256 }: Digest) => `${rows} rows with the hash ${sha256.slice(0, SHOWN)}…`;

export function requireSame(table: string, found: Digest, saved: Digest | undefined): void {
  if (saved?.rows === found.rows && saved.sha256 === found.sha256) return;
  throw new Error(`${table} differs: ${shown(found)}; saved were ${saved ? shown(saved) : 'none'}`);
}

export const contentsSchema = z.object({
  migrations: z.array(z.object({ version: z.string(), name: z.string().nullable(), statements: z.array(z.string()) })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), key: z.array(z.string()).nullish() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});

export type Contents = z.infer<typeof contentsSchema>;
export type Table = Contents['tables'][number];

export interface Snapshot {
  contents: Contents;
  rowsOf(table: Table): AsyncIterable<Uint8Array>;
}

const OWN_SCHEMAS = "nspname in ('public', 'private', 'shipping', 'auth', 'storage', 'supabase_migrations')";

/** Every table of these schemas that no extension owns, with the columns that can be written, and its primary key. */
export function tablesIn(session: Session): Promise<Table[]> {
  return session.query<Table>(`
    select format('%I.%I', nspname, relname) as name,
      json_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '') as columns,
      json_agg(quote_ident(attname)) filter (where attnum = any(indkey)) as key
    from pg_catalog.pg_class as class
    join pg_catalog.pg_namespace as namespace on namespace.oid = relnamespace
    join pg_catalog.pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    left join pg_catalog.pg_index on indrelid = class.oid and indisprimary
    where relkind = 'r' and relpersistence <> 't' and ${OWN_SCHEMAS}
      and not exists (select from pg_catalog.pg_depend where objid = class.oid and deptype = 'e')
    group by nspname, relname
    order by nspname, relname
  `);
}

async function contentsOf(session: Session, onUnmade: OnUnmade = refuseUnmade): Promise<Contents> {
  const recorded = (await hasTable(session, 'supabase_migrations.schema_migrations'))
    ? await session.query(`
        select version, name, coalesce(to_json(statements), '[]') as statements
        from supabase_migrations.schema_migrations order by version
      `)
    : [];
  const migrations = contentsSchema.shape.migrations.parse(recorded);
  const tables = madeTables(await tablesIn(session), migrations, onUnmade);
  return contentsSchema.parse({ migrations, tables, sequences: await sequencesOf(session, tables) });
}

function sequencesOf(session: Session, tables: readonly Table[]) {
  return session.query(
    `
    select format('%I.%I', nspname, class.relname) as name,
      pg_catalog.pg_sequence_last_value(class.oid)::text as value
    from pg_catalog.pg_class as class
    join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
    left join pg_catalog.pg_depend as owned
      on owned.objid = class.oid and owned.deptype in ('a', 'i') and owned.refclassid = 'pg_class'::regclass
    where class.relkind = 'S' and ${OWN_SCHEMAS}
      and (owned.refobjid is null or owned.refobjid in (
        select value::regclass from json_array_elements_text($1::text::json)
      ))
    order by nspname, class.relname
    `,
    [JSON.stringify(tables.map(({ name }) => name))],
  );
}

type Streams = readonly [AsyncIterable<unknown>, ...Transform[]];

/** Streams a consistent snapshot to a file while others go on writing. See docs/run.md. */
export function writeSnapshot(
  file: string,
  inBulk: InBulk,
  streamsOf: (snapshot: Snapshot, session: BulkSession) => Streams,
  onUnmade?: OnUnmade,
): Promise<void> {
  const write = async (session: BulkSession) => {
    const rowsOf = ({ name, columns }: Table) => session.copyOut(`${name} (${columns.join(', ')})`);
    const [source, ...through] = streamsOf({ contents: await contentsOf(session, onUnmade), rowsOf }, session);
    const streams = [Readable.from(source, { objectMode: false }), ...through];
    // A source may fail again while the pipeline, which has reported the first error, destroys it.
    for (const stream of streams) stream.on('error', () => {});
    const draft = `${file}.${process.pid}.tmp`;
    try {
      await pipeline([...streams, createWriteStream(draft, { mode: 0o600, flush: true })]);
      await renameDurably(draft, file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  };
  return inBulk((session) =>
    inTransaction(session, () => write(session), 'begin isolation level repeatable read, read only'),
  );
}

/** Called with tables that no migration creates. Unless it throws, the snapshot omits them. */
export type OnUnmade = (names: readonly string[]) => void;

const refuseUnmade: OnUnmade = (names) => {
  throw new Error(
    `No migration makes ${names.join(', ')}, so no backup could be restored with it. ` +
      'Write a migration for it, or move it into a schema of its own, which backups leave out.',
  );
};

const IDENTIFIER = '(?:"?(\\w+)"?\\.)?"?(\\w+)"?';
const CREATED = new RegExp(`\\bcreate\\s+(?:unlogged\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?${IDENTIFIER}`, 'gi');
const RENAMED = /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?:"?(\w+)"?\.)?"?\w+"?\s+rename\s+to\s+"?(\w+)"?/gi;

const SYSTEM = [getAuthSchemaSql(), bootstrapScript, getMigrationHistorySchemaSql('pg')];

function madeTables(
  tables: readonly Table[],
  migrations: readonly { statements: readonly string[] }[],
  onUnmade: OnUnmade,
): readonly Table[] {
  const script = [...SYSTEM, ...migrations.flatMap(({ statements }) => statements)].join(';\n');
  const names = [CREATED, RENAMED].flatMap((pattern) =>
    [...script.matchAll(pattern)].map(([, schema = 'public', name]) => `${schema}.${name}`.toLowerCase()),
  );
  const made = new Set(names);
  const unmade = tables.filter(({ name }) => !made.has(plain(name)));
  if (unmade.length > 0) onUnmade(unmade.map(({ name }) => name));
  return tables.filter((table) => !unmade.includes(table));
}

const plain = (name: string) => name.replaceAll('"', '').toLowerCase();
