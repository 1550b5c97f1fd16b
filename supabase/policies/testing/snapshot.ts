import type { Database } from '../../local-backend/database/database.ts';

/** Tables whose rows only ever grow or change: passwords and admissions go with their accounts, versions never come back. */
const KEPT = ['passwords', 'admitted', 'content_topics', 'registry_version'];

/**
 * A function that replaces the rows of each table that was written since its copy was made. Each writing leaves another
 * number of rows or a newer transaction among them, which takes a tenth of the time of comparing rows. No trigger runs.
 */
const FUNCTION_OF_RESTORE = `
  do $$
  declare
    own record;
    marks text;
  begin
    for own in select * from snapshot.tables loop
      execute format('create table snapshot.%I as table %s', own.copy, own.relation);
    end loop;
    select string_agg(format('select %L as copy, count(*) as rows, max(xmin::text::bigint) as newest from %s',
      copy, relation), ' union all ') into marks from snapshot.tables;
    execute 'create view snapshot.present as ' || marks;
    create table snapshot.marks as table snapshot.present;
    create function snapshot.restore() returns void language plpgsql set session_replication_role = replica as $restore$
      declare
        own record;
      begin
        for own in
          select t.* from snapshot.tables t join (table snapshot.present except table snapshot.marks) as written using (copy)
        loop
          execute format('delete from %s', own.relation);
          execute format('insert into %1$s (%3$s) overriding system value select %3$s from snapshot.%2$I',
            own.relation, own.copy, own.columns);
          execute format('update snapshot.marks set (rows, newest) = (select count(*), max(xmin::text::bigint) from %s)
            where copy = %L', own.relation, own.copy);
        end loop;
        update auth.sessions set created_at = now();
      end $restore$;
  end $$`;

/** Copies every table of the own schemas, and returns what restores the rows, the accounts and the age of their sessions. */
export async function takeSnapshot(owner: Database, accounts: readonly string[]): Promise<() => Promise<void>> {
  await owner.execute(`
    drop schema if exists snapshot cascade;
    create schema snapshot;
    create table snapshot.tables as
      select format('%I.%I', nspname, relname) as relation, nspname || '_' || relname as copy,
        string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
      where nspname in ('public', 'private', 'shipping') and relkind = 'r' and attnum > 0 and not attisdropped
        and relname not in (${KEPT.map((name) => `'${name}'`).join(', ')})
      group by nspname, relname;
    ${FUNCTION_OF_RESTORE}`);
  return async () => {
    await owner.query('delete from auth.users where id <> all ($1)', [accounts]);
    await owner.query('select snapshot.restore()');
  };
}

const SCHEMA = `
  with own as (select oid from pg_namespace where nspname in ('public', 'private', 'shipping', 'auth', 'storage')),
  relations as (select c.oid, relacl, relchecks from pg_class c where relnamespace in (table own) and relkind <> 'i')
  select md5(string_agg(line, ' ' order by line)) as state from (
    select concat_ws(' ', oid, nspacl) as line from pg_namespace where nspname !~ '^pg_'
    union all select concat_ws(' ', oid, relacl, relchecks) from relations
    union all select concat_ws(' ', oid, proacl, proconfig, prosrc) from pg_proc where pronamespace in (table own)
    union all select concat_ws(' ', oid, tgenabled) from pg_trigger
    union all select concat_ws(' ', attrelid, attname, attacl)
      from pg_attribute where attrelid in (select oid from relations) and not attisdropped
  ) as lines`;

/** A fingerprint of what tests might change in the schema. */
export const schemaOf = async (owner: Database) => (await owner.query<{ state: string }>(SCHEMA))[0]?.state;

/** Removes the versions of rows that the restores left, as the servers of tests do not by themselves. */
export async function vacuum(owner: Database): Promise<void> {
  const [written] = await owner.query<{ tables: string | null }>(
    "select string_agg(relid::regclass::text, ', ') as tables from pg_stat_user_tables where n_dead_tup > 500",
  );
  if (written?.tables) await owner.execute(`vacuum ${written.tables}`);
}
