import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;

beforeEach(async () => {
  await owner.execute("delete from auth.audit_log_entries; update private.retention set applied_at = '-infinity'");
});

const apply = () => owner.query('select private.apply_retention()');
const count = async (table: string) => (await owner.query(`select from ${table}`)).length;

interface Kept {
  readonly days: number;
  /** Stores one row, and nothing else that expires. */
  given(): PromiseLike<unknown>;
  age(days: number): string;
}

/** Each subject of the table private.retention. */
const subjects: Readonly<Record<string, Kept>> = {
  'public.trail': {
    days: 400,
    given: () => owner.execute(`delete from trail where id > (select min(id) from trail)`),
    age: (days) => `update trail set happened_at = now() - interval '${days} days'`,
  },
  'public.workflows': {
    days: 365,
    given: () => owner.execute('select'),
    age: (days) => `update workflows set created_at = now() - interval '${days} days'`,
  },
  'private.ai_calls': {
    days: 400,
    given: () => as.staff.rpc('take_ai_call'),
    age: (days) => `update private.ai_calls set day = current_date - ${days}`,
  },
  'private.invitations': {
    days: 30,
    given: () => as.staff.rpc('invite_colleague', { address: 'neu@example.com', remark: '' }),
    age: (days) => `update private.invitations set expires_at = now() - interval '${days} days'`,
  },
  'private.import_rows': {
    days: 1,
    given: () => as.staff.rpc('stage_import', { import: crypto.randomUUID(), first: 1, entries: [{}] }),
    age: (days) => `update private.import_rows set staged_at = now() - interval '${days} days'`,
  },
  'private.open_records': {
    days: 1,
    given: () => as.staff.rpc('open_record', { kind: 'courses', record: ids.course }),
    age: (days) => `update private.open_records set seen_at = now() - interval '${days} days'`,
  },
  'private.previews': {
    days: 1,
    given: () => as.staff.rpc('create_preview', { kind: 'courses', record: ids.course }),
    age: (days) => `update private.previews set expires_at = now() - interval '${days} days'`,
  },
  'auth.audit_log_entries': {
    days: 90,
    given: () => owner.execute("insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), '{}')"),
    age: (days) => `update auth.audit_log_entries set created_at = now() - interval '${days} days'`,
  },
};

test('every subject has days and a purpose, and is tried here', async () => {
  const stored = await owner.query<{ subject: string; days: number }>(
    "select subject, days from private.retention where purpose <> '' order by subject",
  );
  const tried = Object.entries(subjects).map(([subject, { days }]) => ({ subject, days }));
  expect(stored).toEqual(
    [...tried, { subject: 'auth.users', days: 7 }].sort((a, b) => (a.subject < b.subject ? -1 : 1)),
  );
});

describe.each(Object.entries(subjects))('%s', (table, { days, given, age }) => {
  test(`stays for ${days} days, and is deleted then`, async () => {
    await given();
    expect(await count(table)).toBe(1);
    await owner.execute(age(days - 1));
    await apply();
    expect(await count(table)).toBe(1);
    await owner.execute(age(days + 1));
    await apply();
    expect(await count(table), 'not twice in an hour').toBe(1);
    await owner.execute("update private.retention set applied_at = '-infinity'");
    await apply();
    expect(await count(table)).toBe(0);
  });
});

test("the database's owner sets another time", async () => {
  await owner.execute("update private.retention set days = 30 where subject = 'public.trail'");
  await owner.execute("update trail set happened_at = now() - interval '31 days'");
  await apply();
  await owner.execute("update private.retention set days = 400 where subject = 'public.trail'");
  expect(await count('trail')).toBe(0);
});

test('a write applies retention, and a run that expires leaves no copy in the audit log', async () => {
  await owner.execute("update workflows set created_at = now() - interval '366 days'");
  const write = as.staff.from('ads').update({ title: crypto.randomUUID() }).eq('id', ids.activeAd);
  await write.throwOnError();
  expect(await count('workflows')).toBe(0);
  expect(await owner.query("select from trail where relation = 'workflows' and operation = 'delete'")).toEqual([]);
  expect(await owner.query("select from trail where relation = 'ads' and operation = 'update'")).toHaveLength(1);
});

describe('accounts', () => {
  const emails = async () =>
    (await owner.query<{ email: string }>('select email from auth.users')).map(({ email }) => email);
  const older = (days: number) => owner.execute(`update auth.users set created_at = now() - interval '${days} days'`);

  beforeEach(async () => {
    await owner.query("update private.settings set sign_up = 'invited'");
    await owner.query('insert into private.admitted values ($1) on conflict do nothing', [backend.outsider.id]);
  });

  test('that nobody admitted end after seven days, with their sessions', async () => {
    const { id } = await backend.signUp('niemand@example.com');
    await older(6);
    await apply();
    expect(await emails()).toContain('niemand@example.com');
    await older(8);
    await owner.execute("update private.retention set applied_at = '-infinity'");
    await apply();
    expect(await emails()).not.toContain('niemand@example.com');
    const left =
      'select from auth.sessions where user_id = $1 union all select from auth.refresh_tokens where user_id = $1';
    expect(await owner.query(left, [id])).toEqual([]);
  });

  test('that are staff, were staff, or have an open invitation stay', async () => {
    const former = await backend.signUp('frueher@example.com');
    await owner.query('insert into private.staff values ($1)', [former.id]);
    await former.client
      .from('posts')
      .insert({ ...rules.posts.row })
      .throwOnError();
    await as.staff.rpc('remove_staff', { account: former.id }).throwOnError();
    await backend.signUp('eingeladen@example.com');
    await as.staff.rpc('invite_colleague', { address: 'eingeladen@example.com', remark: '' }).throwOnError();
    const before = await emails();
    expect(before).toHaveLength(4);
    await older(400);
    await apply();
    expect((await emails()).sort()).toEqual(before.sort());
  });
});

test('a log of sign-ins that the owner of the migrations may not delete from stays, and retention goes on', async () => {
  await subjects['auth.audit_log_entries']?.given();
  const undone = owner.transaction(async ({ query, execute }) => {
    await execute(`
      create role owner_of_migrations;
      grant create, usage on schema private, auth to owner_of_migrations;
      alter function private.delete_expired(text, timestamptz) owner to owner_of_migrations;
    `);
    const till = "now() + interval '1 day'";
    expect(await query(`select private.delete_expired('auth.audit_log_entries', ${till}) as deleted`)).toEqual([
      { deleted: 0 },
    ]);
    await execute('grant select, update, delete on auth.audit_log_entries to owner_of_migrations');
    expect(await query(`select private.delete_expired('auth.audit_log_entries', ${till}) as deleted`)).toEqual([
      { deleted: 1 },
    ]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
});

test('nobody applies retention through the API', async () => {
  const answers = await Promise.all([
    as.staff.rpc('apply_retention'),
    as.visitor.schema('private').rpc('apply_retention'),
  ]);
  for (const { error } of answers) expect(error?.code).toMatch(/^PGRST/);
});
