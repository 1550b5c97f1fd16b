import { z } from 'zod';
import type { Session } from '../database/database.ts';
import { madeTables, type OnUnmade, refuseUnmade } from './made-tables.ts';

/** What a snapshot of a database says about itself; names are written as in SQL. */
export const contentsSchema = z.object({
  /** As they were applied, which is what made the schema. */
  migrations: z.array(z.object({ version: z.string(), name: z.string().nullable(), statements: z.array(z.string()) })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});

export type Contents = z.infer<typeof contentsSchema>;
export type Table = Contents['tables'][number];

/** A database as it was at one moment. */
export interface Snapshot {
  contents: Contents;
  /** All rows of a table, as `copy` writes them. */
  rowsOf(table: Table): AsyncIterable<Uint8Array>;
}

/** On a server of its operator's, a database may have others, which are none of ours. */
const OWN_SCHEMAS = "nspname in ('public', 'private', 'auth', 'supabase_migrations')";

/** Every table of ours that is not an extension's, with the columns that can be written. */
export function tablesIn(session: Session): Promise<Table[]> {
  return session.query<Table>(`
    select format('%I.%I', nspname, relname) as name,
      json_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '') as columns
    from pg_catalog.pg_class as class
    join pg_catalog.pg_namespace as namespace on namespace.oid = relnamespace
    join pg_catalog.pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relpersistence <> 't' and ${OWN_SCHEMAS}
      and not exists (select from pg_catalog.pg_depend where objid = class.oid and deptype = 'e')
    group by nspname, relname
    order by nspname, relname
  `);
}

/** What a database holds now. */
export async function contentsOf(session: Session, onUnmade: OnUnmade = refuseUnmade): Promise<Contents> {
  const [{ found } = { found: false }] = await session.query<{ found: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as found",
  );
  const recorded = found
    ? await session.query(`
        select version, name, coalesce(to_json(statements), '[]') as statements
        from supabase_migrations.schema_migrations order by version
      `)
    : [];
  const migrations = contentsSchema.shape.migrations.parse(recorded);
  const tables = madeTables(await tablesIn(session), migrations, onUnmade);
  return contentsSchema.parse({ migrations, tables, sequences: await sequencesOf(session, tables) });
}

/** Those that stand alone, or number the rows of one of the tables. */
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
