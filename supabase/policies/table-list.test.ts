import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PolicyBackend, type Role, startPolicyBackend } from './backend.ts';
import { callers, rules, type TableRules, views } from './rules.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());

const databaseRole: Record<Role, string> = { visitor: 'anon', outsider: 'authenticated', staff: 'authenticated' };

/** Columns that the database sets. */
const NEVER_WRITTEN = ['id', 'created_at', 'updated_at', 'start_before'];

async function names(sql: string): Promise<string[]> {
  const rows = await backend.owner.query<{ name: string }>(sql);
  return rows.map(({ name }) => name).sort();
}

describe('the API', () => {
  test('exposes only tables with rules in this suite', async () => {
    expect(
      await names(
        `select relname as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f')`,
      ),
    ).toEqual(Object.keys(rules).sort());
  });

  test('has row-level security on every table, private ones included', async () => {
    expect(
      await names(
        `select oid::regclass::text as name from pg_class
         where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'shipping'::regnamespace)
           and relkind in ('r', 'p', 'f') and not relrowsecurity`,
      ),
    ).toEqual([]);
  });

  test('has no view that bypasses row-level security', async () => {
    expect(
      await names(
        `select relname as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
           and not coalesce(reloptions, '{}') @> array['security_invoker=true']`,
      ),
    ).toEqual([]);
  });

  test('has views that everybody reads and no role writes', async () => {
    expect(
      await names(
        `select c.relname || ' ' || grantee::regrole || ' ' || privilege_type as name
         from pg_class c, aclexplode(c.relacl)
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and grantee <> c.relowner`,
      ),
    ).toEqual(
      views.flatMap((view) => ['anon', 'authenticated', 'service_role'].map((role) => `${view} ${role} SELECT`)),
    );
  });

  test('gives visitors and accounts no access to private tables', async () => {
    expect(
      await names(
        `select c.oid::regclass::text as name from pg_class c, unnest(array['anon', 'authenticated']) as role
         where c.relnamespace in ('private'::regnamespace, 'shipping'::regnamespace) and c.relkind = 'r'
           and has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate, references, trigger')`,
      ),
    ).toEqual([]);
  });

  test('gives visitors and accounts no TRUNCATE, REFERENCES or TRIGGER', async () => {
    expect(
      await names(
        `select c.relname as name from pg_class c, unnest(array['anon', 'authenticated']) as role
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
           and has_table_privilege(role, c.oid, 'truncate, references, trigger')`,
      ),
    ).toEqual([]);
  });
});

describe('functions', () => {
  test('are executable only by the listed roles', async () => {
    const called = await backend.owner.query<{ name: string; callable: string[] }>(
      `select p.proname as name, array(
         select role from unnest(array['anon', 'authenticated']) as role where has_function_privilege(role, p.oid, 'execute')
       ) as callable
       from pg_proc p where p.pronamespace = 'public'::regnamespace`,
    );
    const expected = Object.entries(callers).map(([name, roles]) => [
      name,
      [...new Set(roles.map((r) => databaseRole[r]))],
    ]);
    expect(Object.fromEntries(called.map(({ name, callable }) => [name, callable]))).toEqual(
      Object.fromEntries(expected),
    );
  });

  test('have no duplicate under another name in private schemas', async () => {
    expect(
      await names(
        `select string_agg(oid::regprocedure::text, ' and ' order by oid) as name from pg_proc
         where pronamespace in ('private'::regnamespace, 'shipping'::regnamespace) group by prosrc, proargtypes, prorettype having count(*) > 1`,
      ),
    ).toEqual([]);
  });

  test('are security invoker in the API', async () => {
    expect(
      await names(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`),
    ).toEqual([]);
  });
});

describe.each(Object.entries<TableRules>(rules))('columns of %s', (table, tableRules) => {
  const { writtenBy, hasOneRow, hasOwnId, derived = [] } = tableRules;
  const writable = (role: string, privilege: 'insert' | 'update') =>
    names(
      `select attname as name from pg_attribute
       where attrelid = 'public.${table}'::regclass and attnum > 0 and not attisdropped
         and has_column_privilege('${role}', attrelid, attnum, '${privilege}')`,
    );

  test.each(['insert', 'update'] as const)('%s: all but those that the database sets', async (privilege) => {
    const columns = await names(
      `select attname as name from pg_attribute
       where attrelid = 'public.${table}'::regclass and attnum > 0 and not attisdropped`,
    );
    const isWritten = writtenBy === 'staff' && !(hasOneRow && privilege === 'insert');
    const isGiven = (column: string) => hasOwnId === true && privilege === 'insert' && column === 'id';
    const isSet = (column: string) => NEVER_WRITTEN.includes(column) || derived.includes(column);
    const expected = isWritten ? columns.filter((column) => isGiven(column) || !isSet(column)) : [];
    expect(await writable('authenticated', privilege)).toEqual(expected);
    expect(await writable('anon', privilege)).toEqual([]);
  });
});
