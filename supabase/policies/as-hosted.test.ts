import { describe, expect, test } from 'vitest';
import type { Database } from '../local-backend/database/database.ts';
import { givenBackend } from './testing/backend.ts';

const { owner } = givenBackend({ isRestored: false });

interface Rule {
  /** Finds the names of what a hosted project and the embedded backend read differently. */
  readonly finds: string;
  /** Makes something that the rule finds, and its name. */
  readonly example: string;
  readonly found: string;
}

const OWN = "('public'::regnamespace, 'private'::regnamespace, 'shipping'::regnamespace)";
const API = "'public'::regnamespace";

/** The names of a function's parameters, without those that it returns. */
const PARAMETERS = `
  select p.oid::regprocedure || ' ' || name as name, name as parameter, p.provolatile
  from pg_proc p, unnest(p.proargnames, p.proargmodes) as a (name, mode)
  where p.pronamespace = ${API} and coalesce(mode, 'i') in ('i', 'b', 'v')`;

/** The stable functions that write by their own statements or by calling a function that does, unless this one looks first. */
const WRITING = `
  with recursive own as materialized (
    select oid, provolatile, pronamespace::regnamespace || '.' || proname as name,
      regexp_replace(prosrc, '--[^\\n]*|''[^'']*''', '', 'g') as body
    from pg_proc where pronamespace in ${OWN} and prosrc !~ 'transaction_read_only'
  ), calls as materialized (
    select distinct oid, called[1] as name
    from own, regexp_matches(body, '\\m([a-z_]+\\.[a-z0-9_]+)\\s*\\(', 'g') as called
  ), writing as (
    select oid, name from own
    where body ~* '\\m(insert\\s+into|update\\s+[a-z_."]+\\s+(as\\s+)?[a-z]*\\s*set|delete\\s+from|for\\s+(no\\s+key\\s+)?(update|share)|lock\\s+table)\\M'
    union
    select own.oid, own.name from writing join calls using (name) join own on own.oid = calls.oid
  )
  select distinct w.name from writing w join own o using (oid) where o.provolatile <> 'v'`;

const rules: Readonly<Record<string, Rule>> = {
  'a parameter whose name needs quotes': {
    finds: `select name from (${PARAMETERS}) p where quote_ident(parameter) <> parameter`,
    example: `create function public.probe("firstName" text) returns text language sql set search_path = '' as 'select $1'`,
    found: 'probe(text) firstName',
  },
  'a parameter of a function for GET that PostgREST reads as a filter or an order': {
    finds: `select name from (${PARAMETERS}) p
      where provolatile <> 'v' and parameter in ('or', 'and', 'not', 'select', 'order', 'limit', 'offset', 'columns', 'on_conflict')`,
    example: `create function public.probe("offset" int) returns int language sql stable set search_path = '' as 'select $1'`,
    found: 'probe(integer) offset',
  },
  'a table or a column with the name of a table of the auth service': {
    finds: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = ${API} and c.relkind in ('r', 'p', 'f', 'v', 'm')
        and exists (select from pg_class a where a.relnamespace = 'auth'::regnamespace and a.relname = c.relname)
      union all
      select c.oid::regclass || '.' || attname from pg_class c join pg_attribute on attrelid = c.oid
      where c.relnamespace = ${API} and c.relkind in ('r', 'p', 'f', 'v', 'm') and attnum > 0
        and exists (select from pg_class a where a.relnamespace = 'auth'::regnamespace and a.relname = attname)`,
    example: 'create table public.probe (sessions int)',
    found: 'probe.sessions',
  },
  'a foreign key of a table to itself': {
    finds: `select conrelid::regclass || ' ' || conname as name from pg_constraint
      where contype = 'f' and connamespace = ${API} and conrelid = confrelid`,
    example: 'create table public.probe (id int primary key, parent int constraint up references public.probe)',
    found: 'probe up',
  },
  'two foreign keys between the same tables': {
    finds: `select least(conrelid::regclass::text, confrelid::regclass::text) || ' ' ||
        greatest(conrelid::regclass::text, confrelid::regclass::text) as name
      from pg_constraint where contype = 'f' and connamespace = ${API} group by 1 having count(*) > 1`,
    example: `create table public.probe (one uuid references public.posts (id), two uuid references public.posts (id))`,
    found: 'posts probe',
  },
  'an overloaded function': {
    finds: `select proname::text as name from pg_proc where pronamespace = ${API} group by proname having count(*) > 1`,
    example: `create function public.is_staff(probe int) returns int language sql set search_path = '' as 'select $1'`,
    found: 'is_staff',
  },
  'a function that depends on the search path of its caller': {
    finds: `select oid::regprocedure::text as name from pg_proc
      where pronamespace in ${OWN} and not coalesce(proconfig, '{}') @> array['search_path=""']`,
    example: `create function private.probe() returns int language sql as 'select 1'`,
    found: 'private.probe()',
  },
  'a stable function that writes': {
    finds: WRITING,
    example: `
      create function private.writes() returns void language sql set search_path = '' as 'delete from private.staff';
      create function private.between() returns void language sql set search_path = '' as 'select private.writes()';
      create function public.probe() returns void language sql stable set search_path = '' as 'select private.between()'`,
    found: 'public.probe',
  },
};

const namesOf = async ({ query }: Pick<Database, 'query'>, { finds }: Rule) =>
  (await query<{ name: string }>(finds)).map(({ name }) => name);

describe.each(Object.entries(rules))('%s', (_, rule) => {
  test('is not in the schema', async () => {
    expect(await namesOf(owner, rule)).toEqual([]);
  });

  test('would be found', async () => {
    const undone = owner.transaction(async (database) => {
      await database.execute(rule.example);
      expect(await namesOf(database, rule)).toContain(rule.found);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
  });
});
