import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;

const makeDue = () => owner.execute("update private.retention set applied_at = '-infinity'");
beforeEach(() => owner.execute('delete from auth.audit_log_entries'));
beforeEach(makeDue);

const apply = () => owner.query('select private.apply_retention()');
const count = async (table: string) => (await owner.query(`select from ${table}`)).length;

/** Stores a row by a call of staff. */
const called =
  (name: string, args: object = {}) =>
  async () =>
    (await as.staff.rpc(name, args).throwOnError()).data;
const run = (script: string) => () => owner.execute(script);
const expiring = (table: string, column: string) => (days: number) =>
  `update ${table} set ${column} = now() - interval '${days} days'`;

const course = { kind: 'courses', record: ids.course };
const invitation = { address: 'neu@example.com', remark: '' };
const rows = { import: crypto.randomUUID(), first: 1, entries: [{}] };
const ADDRESS = 'https://bilder.example/a.png';
const named = (ended: string) =>
  `insert into private.picture_names (relation, row_id, address, ended_at)
   values ('posts', gen_random_uuid(), '${ADDRESS}', ${ended})`;
const copied = `${named('null')}; insert into pictures (title, origin) values ('Bild', '${ADDRESS}')`;
const logged = run("insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), '{}')");
const endedName = expiring('private.picture_names', 'ended_at');

/** Each subject of the table private.retention: its days, what stores one row and nothing else that expires, and its age. */
type Kept = readonly [days: number, given: () => PromiseLike<unknown>, age: (days: number) => string];
const subjects: Readonly<Record<string, Kept>> = {
  'public.trail': [
    400,
    run('delete from trail where id > (select min(id) from trail)'),
    expiring('trail', 'happened_at'),
  ],
  'public.workflows': [365, async () => {}, expiring('workflows', 'created_at')],
  'private.ai_calls': [
    400,
    called('take_ai_call'),
    (days) => `update private.ai_calls set day = current_date - ${days}`,
  ],
  'private.invitations': [30, called('invite_colleague', invitation), expiring('private.invitations', 'expires_at')],
  'private.import_rows': [1, called('stage_import', rows), expiring('private.import_rows', 'staged_at')],
  'private.missing_addresses': [
    90,
    run("insert into private.missing_addresses values ('/alt', current_date, 1)"),
    (days) => `update private.missing_addresses set day = current_date - ${days}`,
  ],
  'private.open_records': [1, called('open_record', course), expiring('private.open_records', 'seen_at')],
  'private.previews': [1, called('create_preview', course), expiring('private.previews', 'expires_at')],
  'private.picture_names': [30, run(named('now()')), endedName],
  'public.pictures': [30, run(copied), endedName],
  'auth.audit_log_entries': [90, logged, expiring('auth.audit_log_entries', 'created_at')],
};

test('every subject has days and a purpose, and is tried here', async () => {
  const stored = await owner.query<{ subject: string; days: number }>(
    "select subject, days from private.retention where purpose <> '' order by subject",
  );
  const tried = Object.entries(subjects).map(([subject, [days]]) => ({ subject, days }));
  expect(new Set(stored)).toEqual(new Set([...tried, { subject: 'auth.users', days: 7 }]));
});

test.each(Object.entries(subjects))('%s stays for its days, and is deleted then', async (table, [days, given, age]) => {
  await given();
  expect(await count(table)).toBe(1);
  await owner.execute(age(days - 1));
  await apply();
  expect(await count(table)).toBe(1);
  await owner.execute(age(days + 1));
  await apply();
  expect(await count(table), 'not twice in an hour').toBe(1);
  await makeDue();
  await apply();
  expect(await count(table)).toBe(0);
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

test('a byline ends with the history of a deleted post', async () => {
  const { data } = await as.staff.auth.getUser();
  const post = () => as.staff.from('posts');
  await post()
    .update({ author: data.user?.email ?? '' })
    .eq('id', ids.publishedPost)
    .throwOnError();
  const expire = async () => {
    await owner.execute("update trail set happened_at = now() - interval '401 days'");
    await makeDue();
    await apply();
  };
  await expire();
  expect(await count('private.bylines'), 'the post is there').toBe(1);
  await post().delete().eq('id', ids.publishedPost).throwOnError();
  expect(await count('private.bylines'), 'its deletion is in the history').toBe(1);
  await expire();
  expect(await count('private.bylines')).toBe(0);
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
    await makeDue();
    await apply();
    expect(await emails()).not.toContain('niemand@example.com');
    const left =
      'select from auth.sessions where user_id = $1 union all select from auth.refresh_tokens where user_id = $1';
    expect(await owner.query(left, [id])).toEqual([]);
  });

  test('that are staff, were staff, or have an open invitation stay', async () => {
    const former = await backend.signUp('frueher@example.com');
    await owner.query('insert into private.staff values ($1)', [former.id]);
    await former.client.from('posts').insert<object>(rules.posts.row).throwOnError();
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
  await logged();
  const undone = owner.transaction(async ({ query, execute }) => {
    await execute(`
      create role owner_of_migrations;
      grant create, usage on schema private, auth to owner_of_migrations;
      alter function private.delete_expired(private.retention, timestamptz) owner to owner_of_migrations;
    `);
    const expired = `
      select private.delete_expired(r, now() + interval '1 day') as deleted
      from private.retention r where r.subject = 'auth.audit_log_entries'`;
    expect(await query(expired)).toEqual([{ deleted: 0 }]);
    await execute('grant select, update, delete on auth.audit_log_entries to owner_of_migrations');
    expect(await query(expired)).toEqual([{ deleted: 1 }]);
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
