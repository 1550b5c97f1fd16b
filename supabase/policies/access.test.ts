import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend, type Role, roles } from './testing/backend.ts';
import { type Call, calls } from './testing/calls.ts';
import { databaseState } from './testing/database-state.ts';
import { REFUSED, rules, type TableRules, views } from './testing/rules.ts';

const backend = givenBackend({ isRestored: false });
const { as, owner } = backend;

const PERMISSION_DENIED = '42501';

/** `nothing`: policies hide the row, so nothing changes. */
type Outcome = 'done' | 'refused' | 'nothing';

function expectedOutcome(role: Role, { writtenBy }: TableRules, hidden: Outcome): Outcome {
  if (writtenBy === 'nobody' || role === 'visitor') return 'refused';
  return role === 'staff' ? 'done' : hidden;
}

function outcomeOf({ data, error }: { data: unknown[] | null; error: { code: string } | null }): Outcome {
  if (error) {
    expect(error.code).toBe(PERMISSION_DENIED);
    return 'refused';
  }
  return data?.length ? 'done' : 'nothing';
}

const rowsOf = (table: string) => owner.query(`select to_jsonb(t) as row from public.${table} t order by t.id`);

// Tests cannot add rows to tables that only triggers write.
const written = Object.entries<TableRules>(rules).filter(
  ([, { writtenBy, hasOneRow }]) => writtenBy !== 'database' && !hasOneRow,
);

describe.each(written)('%s', (table, rule) => {
  beforeEach(() => backend.restore());

  /** A row without an author. */
  const addRow = async (): Promise<string> =>
    (await as.service.from(table).insert(rule.row).select('id').single().throwOnError()).data.id;

  test.each(roles)('%s reads exactly the permitted rows', async (role) => {
    await addRow();
    const { data, error } = await as[role].from(table).select('id').order('id');
    const condition = rule.sees[role];
    if (condition === REFUSED) expect(error?.code).toBe(PERMISSION_DENIED);
    else expect(data).toEqual(await owner.query(`select id from public.${table} where ${condition} order by id`));
  });

  test('a row is added only by the roles that may', async () => {
    for (const role of roles) {
      const before = await rowsOf(table);
      const expected = expectedOutcome(role, rule, 'refused');
      expect(outcomeOf(await as[role].from(table).insert(rule.row).select()), role).toBe(expected);
      expect(await rowsOf(table)).toHaveLength(before.length + (expected === 'done' ? 1 : 0));
    }
  });

  test('a row is changed and deleted only by the roles that may', async () => {
    const target = await addRow();
    for (const role of roles) {
      const before = await rowsOf(table);
      const expected = expectedOutcome(role, rule, 'nothing');
      expect(outcomeOf(await as[role].from(table).update(rule.change).eq('id', target).select()), role).toBe(expected);
      if (expected === 'done') {
        const { data } = await as.service.from(table).select('*').eq('id', target).single();
        expect(data).toMatchObject(rule.change);
      } else {
        expect(await rowsOf(table)).toEqual(before);
      }
      expect(outcomeOf(await as[role].from(table).delete().eq('id', target).select()), role).toBe(expected);
      expect(await rowsOf(table)).toHaveLength(before.length - (expected === 'done' ? 1 : 0));
    }
  });
});

describe('of tables that only the database writes', () => {
  const tables = Object.entries<TableRules>(rules).filter(([, { writtenBy }]) => writtenBy === 'database');
  beforeEach(async () => {
    await backend.restore();
    const { data } = await as.staff.rpc('claim_article', { idea: { title: 'Idee' } }).single<{ receipt: string }>();
    const sources = [{ url: 'https://studie.example/ki' }];
    await as.staff.rpc('queue_sources', { receipt: data?.receipt, sources }).throwOnError();
    await as.staff.rpc('save_draft', calls.save_draft.args).throwOnError();
    await as.staff.rpc('keep_citations', calls.keep_citations.args).throwOnError();
  });

  test.each(tables)('%s, staff read every row, and others none', async (table) => {
    const rows = (await owner.query(`select from public.${table}`)).length;
    expect(rows).toBeGreaterThan(0);
    expect((await as.staff.from(table).select('id')).data).toHaveLength(rows);
    expect((await as.outsider.from(table).select('id')).data).toEqual([]);
    expect((await as.visitor.from(table).select('id')).error?.code).toBe(PERMISSION_DENIED);
  });
});

const names = Object.keys(calls) as (keyof typeof calls)[];

describe('a function', () => {
  beforeEach(() => backend.restore());

  const codeFor = async (role: Role, name: keyof typeof calls) =>
    (await as[role].rpc(name, calls[name].args)).error?.code;
  const expectedFor = (role: Role, { by, fails }: Call) => (by.includes(role) ? fails[role] : PERMISSION_DENIED);

  test.each(['visitor', 'outsider'] as const)(
    'called by %s answers as listed, and none changes a row',
    async (role) => {
      const before = await databaseState(owner);
      for (const name of names) expect(await codeFor(role, name), name).toBe(expectedFor(role, calls[name]));
      expect(await databaseState(owner)).toEqual(before);
    },
  );

  test.each(names)('called by staff answers as listed: %s', async (name) => {
    expect(await codeFor('staff', name)).toBe(expectedFor('staff', calls[name]));
  });
});

test('the comparison of the other tests detects a change by a call of staff', async () => {
  const before = await databaseState(owner);
  await as.staff.rpc('activate_prompt', calls.activate_prompt.args);
  expect(await databaseState(owner)).not.toEqual(before);
});

const OWN = "('public'::regnamespace, 'private'::regnamespace, 'shipping'::regnamespace)";

async function namesOf(sql: string): Promise<string[]> {
  return (await owner.query<{ name: string }>(sql)).map(({ name }) => name).sort();
}

test('only tables with rules in this suite are in the API', async () => {
  const tables =
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f')";
  expect(await namesOf(tables)).toEqual(Object.keys(rules).sort());
});

test('everybody reads the views, and no role writes them', async () => {
  const grants = `select c.relname || ' ' || grantee::regrole || ' ' || privilege_type as name
    from pg_class c, aclexplode(c.relacl)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and grantee <> c.relowner`;
  expect(await namesOf(grants)).toEqual(
    views.flatMap((view) => ['anon', 'authenticated', 'service_role'].map((role) => `${view} ${role} SELECT`)),
  );
});

/** What no part of the schema may be, and what finds it. */
const forbidden: Readonly<Record<string, string>> = {
  'a table without row-level security, private ones included': `select oid::regclass::text as name from pg_class
     where relnamespace in ${OWN} and relkind in ('r', 'p', 'f') and not relrowsecurity`,
  'a view that bypasses row-level security': `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and not coalesce(reloptions, '{}') @> array['security_invoker=true']`,
  'access of visitors and accounts to private tables': `select c.oid::regclass::text as name from pg_class c, unnest(array['anon', 'authenticated']) as role
     where c.relnamespace in ('private'::regnamespace, 'shipping'::regnamespace) and c.relkind = 'r'
       and has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate, references, trigger')`,
  'TRUNCATE, REFERENCES or TRIGGER for visitors and accounts': `select c.relname as name from pg_class c, unnest(array['anon', 'authenticated']) as role
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and has_table_privilege(role, c.oid, 'truncate, references, trigger')`,
  'a duplicate of a function under another name in private schemas': `select string_agg(oid::regprocedure::text, ' and ' order by oid) as name from pg_proc
     where pronamespace in ('private'::regnamespace, 'shipping'::regnamespace)
     group by prosrc, proargtypes, prorettype having count(*) > 1`,
  'a function of the API with the rights of its owner': `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
};

test.each(Object.entries(forbidden))('there is no %s', async (_, sql) => {
  expect(await namesOf(sql)).toEqual([]);
});

test('functions of the API are executable only by the listed roles', async () => {
  const databaseRole = { visitor: 'anon', outsider: 'authenticated', staff: 'authenticated' };
  const callable = await owner.query<{ name: string; roles: string[] }>(
    `select p.proname as name, array(
       select role from unnest(array['anon', 'authenticated']) as role where has_function_privilege(role, p.oid, 'execute')
     ) as roles
     from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  );
  const expected = names.map((name) => [name, [...new Set(calls[name].by.map((role) => databaseRole[role]))]]);
  expect(Object.fromEntries(callable.map((row) => [row.name, row.roles]))).toEqual(Object.fromEntries(expected));
});

/** Columns that the database sets. */
const NEVER_WRITTEN = ['id', 'created_at', 'updated_at', 'start_before'];

describe.each(Object.entries<TableRules>(rules))('columns of %s', (table, tableRules) => {
  const { writtenBy, hasOneRow, hasOwnId, derived = [] } = tableRules;
  const columnsWhere = (condition: string) =>
    namesOf(
      `select attname as name from pg_attribute
       where attrelid = 'public.${table}'::regclass and attnum > 0 and not attisdropped and ${condition}`,
    );
  const writable = (role: string, privilege: string) =>
    columnsWhere(`has_column_privilege('${role}', attrelid, attnum, '${privilege}')`);

  test.each(['insert', 'update'] as const)('%s: all but those that the database sets', async (privilege) => {
    const isWritten = writtenBy === 'staff' && !(hasOneRow && privilege === 'insert');
    const isGiven = (column: string) => hasOwnId === true && privilege === 'insert' && column === 'id';
    const isSet = (column: string) => NEVER_WRITTEN.includes(column) || derived.includes(column);
    const columns = isWritten ? await columnsWhere('true') : [];
    expect(await writable('authenticated', privilege)).toEqual(columns.filter((name) => isGiven(name) || !isSet(name)));
    expect(await writable('anon', privilege)).toEqual([]);
  });
});
