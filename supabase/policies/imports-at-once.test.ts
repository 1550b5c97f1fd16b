import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { importer, outcomes, stage } from './import-calls.ts';
import { somebodyWaits } from './somebody-waits.ts';

let backend: PolicyBackend;
let posts: ReturnType<typeof importer>;

beforeAll(async () => {
  backend = await startPolicyBackend();
  posts = importer(backend.as.staff, 'posts');
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const entries = Array.from({ length: 40 }, (_, number) => ({
  title: `Titel ${number}`,
  slug: `neu-${number}`,
  content: 'Text',
}));

const count = async () => (await backend.owner.query("select from public.posts where slug like 'neu-%'")).length;

test('the same import, pressed twice, is done once', async () => {
  const id = await stage(backend.as.staff, entries);
  const { plan } = await posts.report(id);
  const answers = await Promise.all([posts.call(id, {}, plan), posts.call(id, {}, plan)]);
  expect(answers.map(({ error, data }) => error?.code ?? data.done).sort()).toEqual(['PT404', true]);
  expect(await count()).toBe(40);
});

test('of two imports of the same posts one is done, and the other one writes nothing', async () => {
  const ids = await Promise.all([stage(backend.as.staff, entries), stage(backend.as.staff, entries.toReversed())]);
  const plans = await Promise.all(ids.map((id) => posts.report(id)));
  const reports = await Promise.all(ids.map((id, index) => posts.report(id, {}, plans[index]?.plan)));
  expect(reports.map(({ done }) => done).sort()).toEqual([false, true]);
  expect(await count()).toBe(40);
  const other = reports.find(({ done }) => !done);
  expect(new Set(other && outcomes(other))).toEqual(new Set(['unchanged']));
});

test('a post that somebody saves during the import stops it, and nothing of it is stored', async () => {
  const id = await stage(backend.as.staff, entries);
  const { plan } = await posts.report(id);
  const importing = await backend.owner.transaction(async (transaction) => {
    await transaction.query("insert into public.posts (title, slug, content) values ('Schneller', 'neu-39', 'Text')");
    const running = posts.report(id, {}, plan);
    await somebodyWaits(transaction);
    return { running };
  });
  const report = await importing.running;
  expect(report.done).toBe(false);
  expect(outcomes(report).at(-1)).toBe('wrong');
  expect(await count()).toBe(1);
});

test('an import that is cancelled leaves nothing, and its rows stay staged', async () => {
  const id = await stage(backend.as.staff, entries);
  const { plan } = await posts.report(id);
  const running = await backend.owner.transaction(async (transaction) => {
    await transaction.query("insert into public.posts (title, slug, content) values ('Langsam', 'neu-39', 'Text')");
    const call = Promise.resolve(posts.call(id, {}, plan));
    await somebodyWaits(transaction);
    await transaction.query(
      `select pg_cancel_backend(pid) from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    );
    return { call };
  });
  expect((await running.call).error?.code).toBe('57014');
  expect(await count()).toBe(1);
  expect(outcomes(await posts.report(id))).toHaveLength(40);
});

test('no account reads or imports the staged rows of another', async () => {
  const id = await stage(backend.as.staff, entries);
  const colleague = await backend.signUp();
  await backend.owner.query('insert into private.staff (user_id) values ($1) on conflict do nothing', [colleague.id]);
  const { error } = await importer(colleague.client, 'posts').call(id, {});
  expect(error?.code).toBe('PT404');
  expect(outcomes(await posts.report(id))).toHaveLength(40);
});

test('staged rows end after a day, in thousands too, and with their account', async () => {
  const id = await stage(backend.as.staff, entries);
  await backend.owner.execute(`
    update private.import_rows set staged_at = now() - interval '25 hours';
    insert into private.import_rows (account, import, number, entry, staged_at)
    select account, import, 1000 + place, '{}', staged_at
    from private.import_rows cross join generate_series(1, 1000) place where number = 1;
    update private.retention set applied_at = '-infinity';
  `);
  const kept = await stage(backend.as.staff, entries.slice(0, 1));
  for (const _run of [1, 2]) await backend.owner.query('select private.apply_retention()');
  expect((await posts.call(id, {})).error?.code).toBe('PT404');
  expect(outcomes(await posts.report(kept))).toEqual(['create']);
  expect(await backend.owner.query('select from private.import_rows')).toHaveLength(1);
  await backend.owner.query('update private.import_rows set account = $1', [backend.outsider.id]);
  const leaving = await backend.signUp();
  await backend.owner.query('update private.import_rows set account = $1', [leaving.id]);
  await backend.owner.query('delete from auth.users where id = $1', [leaving.id]);
  expect(await backend.owner.query('select from private.import_rows')).toEqual([]);
});

test.each([
  ['something that is no list', { first: 1, entries: { title: 'Neu' } }, 'PT400'],
  ['rows beyond the limit', { first: 20_000, entries: [{}, {}] }, 'PT400'],
  ['a row that is no object', { first: 1, entries: ['Neu'] }, 'PT400'],
])('%s is refused', async (_, rows, code) => {
  const { error } = await backend.as.staff.rpc('stage_import', { import: randomUUID(), ...rows });
  expect(error?.code).toBe(code);
});

test('an import of something else is refused, and says what is expected', async () => {
  const { error } = await backend.as.staff.rpc('run_import', { target: 'ads', import: randomUUID() });
  expect(error).toMatchObject({ code: 'PT400', message: 'There is no import of “ads”; expected posts or matrix.' });
});
