import type { Database } from '../../local-backend/database/database.ts';

/** Tables whose rows only ever grow or change: passwords and admissions go with their accounts, versions never come back. */
const KEPT = ['passwords', 'admitted', 'content_topics', 'registry_version'];

/**
 * A function that replaces the rows of each table that differs from its copy. No trigger runs. A statement for each table
 * is planned once for a connection, as planning takes longer than comparing.
 */
const FUNCTION_OF_RESTORE = `
  do $$
  declare
    own record;
    body text := '';
  begin
    for own in select * from snapshot.tables loop
      execute format('create table snapshot.%I as table %s', own.copy, own.relation);
      body := body || format(
        'if exists ((table %1$s except all table snapshot.%2$I) union all (table snapshot.%2$I except all table %1$s)) then
           delete from %1$s;
           insert into %1$s (%3$s) overriding system value select %3$s from snapshot.%2$I;
         end if;', own.relation, own.copy, own.columns);
    end loop;
    execute format(
      'create function snapshot.restore() returns void language plpgsql set session_replication_role = replica as %L',
      'begin ' || body || ' update auth.sessions set created_at = now(); end');
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
