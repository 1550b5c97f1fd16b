import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  await backend.owner.execute('delete from posts; delete from pages');
});
afterAll(() => backend.close());

const steps = async () => (await backend.as.staff.rpc('first_steps').throwOnError()).data;
const done = async () => (await steps()).done;
const skip = (...names: string[]) => backend.as.staff.rpc('skip_first_steps', { steps: names });

test('nothing is done on an empty site', async () => {
  expect(await steps()).toEqual({ done: [], skipped: [] });
});

test.each([
  ['name', "update site set name = 'Schule Beispiel'"],
  ['colors', "update site set brand_color = '#004422'"],
  ['colors', "update site set accent_color = '#004422'"],
  ['imprint', "insert into pages (slug, title, content, published_at) values ('impressum', 'Impressum', 'Wir', now())"],
  ['post', "insert into posts (title, slug, content, published_at) values ('Eins', 'eins', 'Text', now())"],
  ['invitation', "select private.invite('anna@example.org')"],
])('%s is done by: %s', async (step, sql) => {
  await backend.owner.execute(sql);
  expect(await done()).toEqual([step]);
});

test.each([
  ['a draft of the imprint', "insert into pages (slug, title, content) values ('impressum', 'Impressum', 'Wir')"],
  ['a draft of a post', "insert into posts (title, slug, content) values ('Eins', 'eins', 'Text')"],
  [
    'a scheduled post',
    "insert into posts (title, slug, content, published_at) values ('Eins', 'eins', 'Text', now() + interval '1 day')",
  ],
  [
    'an expired invitation',
    "select private.invite('b@example.org'); update private.invitations set expires_at = now()",
  ],
  ['a color in capital letters', "update site set brand_color = '#2347C5'"],
])('%s is not enough', async (_, sql) => {
  await backend.owner.execute(sql);
  expect(await done()).toEqual([]);
});

test('a second account with rights is an invitation that was accepted', async () => {
  await backend.owner.query('insert into private.staff (user_id) values ($1)', [backend.outsider.id]);
  expect(await done()).toEqual(['invitation']);
});

test('what staff declare not needed is kept for everybody, and the history says who did', async () => {
  await skip('colors').throwOnError();
  await Promise.all([skip('post').throwOnError(), skip('invitation', 'colors').throwOnError()]);
  expect((await steps()).skipped).toEqual(['colors', 'invitation', 'post']);
  const entries = await backend.owner.query<{ actor_id: string }>("select actor_id from trail where relation = 'site'");
  expect(entries.length).toBeGreaterThan(1);
  expect(new Set(entries.map(({ actor_id }) => actor_id))).toEqual(new Set([backend.staff.id]));
});

test('declaring the same step again writes nothing, and an unknown step is refused', async () => {
  await skip('colors').throwOnError();
  await skip('colors').throwOnError();
  expect(await backend.owner.query("select from trail where relation = 'site'")).toHaveLength(1);
  expect((await skip('coffee')).error?.code).toBe('23514');
});

test.each(['visitor', 'outsider'] as const)('a %s neither reads nor skips steps', async (role) => {
  expect((await backend.as[role].rpc('first_steps')).error?.code).toBe('42501');
  expect((await backend.as[role].rpc('skip_first_steps', { steps: ['name'] })).error?.code).toBe('42501');
  await backend.as[role]
    .from('site')
    .update({ skipped_steps: ['name'] })
    .neq('name', '')
    .select();
  expect((await steps()).skipped).toEqual([]);
});
