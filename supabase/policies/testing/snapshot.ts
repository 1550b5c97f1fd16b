import type { Database } from '../../local-backend/database/database.ts';

/** Tables whose rows only ever grow or change: passwords and admissions go with their accounts, versions never come back. */
const KEPT = ['passwords', 'admitted', 'content_topics', 'registry_version'];

/** Replaces the rows of each table that differs from its copy. No trigger runs. */
const RESTORE = `
  do $$
  declare
    own record;
    has_changed boolean;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for own in select * from snapshot.tables loop
      execute format('select exists ((table %1$s except all table snapshot.%2$I) union all (table snapshot.%2$I except all table %1$s))',
        own.relation, own.copy) into has_changed;
      if has_changed then
        execute format('delete from %s', own.relation);
        execute format('insert into %1$s (%3$s) overriding system value select %3$s from snapshot.%2$I',
          own.relation, own.copy, own.columns);
      end if;
    end loop;
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
    do $$
    declare
      own record;
    begin
      for own in select * from snapshot.tables loop
        execute format('create table snapshot.%I as table %s', own.copy, own.relation);
      end loop;
    end $$`);
  return async () => {
    await owner.query('delete from auth.users where id <> all ($1)', [accounts]);
    await owner.execute(`begin; ${RESTORE}; update auth.sessions set created_at = now(); commit`);
  };
}
