import { z } from 'zod';
import type { Session } from '../database/database.ts';

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

const OWN_SCHEMAS = "nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'";

/** Every table that is not an extension's, with the columns that can be written. */
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
export async function contentsOf(session: Session): Promise<Contents> {
  const [{ found } = { found: false }] = await session.query<{ found: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as found",
  );
  const migrations = found
    ? await session.query(`
        select version, name, coalesce(to_json(statements), '[]') as statements
        from supabase_migrations.schema_migrations order by version
      `)
    : [];
  const sequences = await session.query(`
    select format('%I.%I', nspname, relname) as name, pg_catalog.pg_sequence_last_value(class.oid)::text as value
    from pg_catalog.pg_class as class
    join pg_catalog.pg_namespace as namespace on namespace.oid = relnamespace
    where relkind = 'S' and ${OWN_SCHEMAS}
    order by nspname, relname
  `);
  return contentsSchema.parse({ migrations, tables: await tablesIn(session), sequences });
}
