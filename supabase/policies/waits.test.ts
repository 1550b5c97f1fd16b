import { expect, test } from 'vitest';
import type { Database } from '../local-backend/database/database.ts';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { afterWaiting, cancelWaiting } from './testing/locks.ts';
import { type Act, givenRaces } from './testing/races.ts';
import { givenRecords } from './testing/records.ts';
import { givenRegistry } from './testing/registry.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { operator, call, publish } = givenRegistry(backend);
const { count, another, removeCategory, addPage, imported, givenImport, givenLink } = givenRaces(backend);
const { newestEntry, ...records } = givenRecords(backend);

/** An act that waits for the locks of a transaction, and what it answers. */
interface Wait {
  given(): Promise<Parameters<typeof afterWaiting<Awaited<ReturnType<Act>>>>[1]>;
  readonly expected: object;
  left?(): Promise<unknown>;
  readonly stays?: unknown;
}
/** Between the two locks that an insert of a lesson takes. */
const addingLesson = (module: string, act: Act) => ({
  lock: (first: Database) => first.query('select from modules where id = $1 for key share', [module]),
  act,
  meanwhile: (first: Database) =>
    first.query('update courses set total_duration = default where id = $1', [ids.course]),
});
const post =
  (slug: string, category: string | null = null) =>
  (first: Database) => {
    const sql = "insert into posts (title, slug, content, category_id) values ('Schneller', $1, 'Text', $2)";
    return first.query(sql, [slug, category]);
  };
const move = (first: Database) => first.execute('select shipping.begin_move()');
const done = { error: null };
const modules = () => count('select from modules where course_id = $1', ids.course);

const waits: Readonly<Record<string, Wait>> = {
  'restoring a course does not deadlock with adding a lesson to a module that it deletes': {
    given: async () => {
      const entry = await newestEntry(ids.course);
      const added = await records.call('create_module', { course: ids.course, title: 'Neu', description: '' });
      const version = { record: ids.course, entry, seen: await newestEntry(ids.course) };
      return addingLesson(added, () => as.staff.rpc('restore_version', version));
    },
    expected: done,
    left: modules,
    stays: 2,
  },
  'deleting a module does not deadlock with adding a lesson to it': {
    given: async () => addingLesson(ids.firstModule, () => as.staff.rpc('delete_module', { module: ids.firstModule })),
    expected: done,
    left: modules,
    stays: 1,
  },
  'a post that somebody saves during the import stops it, and nothing of it is stored': {
    given: async () => ({ lock: post('neu-39'), act: (await givenImport()).run }),
    expected: { data: { done: false, rows: expect.arrayContaining([[40, 'wrong', expect.anything()]]) } },
    left: imported,
    stays: 1,
  },
  'a publication waits for a transition before it stores its release': {
    given: async () => ({ lock: move, act: () => publish('7') }),
    expected: done,
  },
  'a page waits for a transition before it is compared': {
    given: async () => {
      await publish('1').throwOnError();
      const live = "update shipping.remotes set live = '1', slot = 9 where name = 'mf-events'";
      return { lock: move, act: () => addPage('events'), meanwhile: (first) => first.execute(live) };
    },
    expected: { error: { message: 'The address /events belongs to mf-events. Expected another slug.' } },
  },
  'a link that is revoked while it is accepted is unknown': {
    given: async () => {
      const token = await givenLink();
      const { client } = await backend.signUp();
      return {
        // A removal of staff locks staff and then revokes invitations.
        lock: (first) => first.execute('lock table private.staff in share row exclusive mode'),
        act: () => client.rpc('accept_invitation', { token }),
        meanwhile: (first) => first.execute('delete from private.invitations where accepted_at is null'),
      };
    },
    expected: { data: 'unknown' },
    left: () => count('select from private.staff'),
    stays: 1,
  },
  'a token that is revoked while it names an operator names nobody': {
    given: async () => {
      const address = 'komplizin@example.com';
      await backend.giveRole('publisher', address);
      const lock = (first: Database) => first.execute('update shipping.deploy_tokens set revoked_at = now()');
      return { lock, act: () => call(operator(), 'name_operator', { address }) };
    },
    expected: { error: { code: '42501' } },
  },
  'a post that is added while its category is deleted is moved, too': {
    given: async () => {
      const replacement = await another('categories');
      return { lock: post('neu', ids.category), act: () => removeCategory('categories', ids.category, replacement) };
    },
    expected: { data: 3 },
  },
  'deleting a category does not deadlock with a save that moves a row to the replacement': {
    given: async () => {
      const other = await another('matrix_levels');
      return {
        lock: (first) => first.query('select from matrix_workshops for no key update'),
        act: () => removeCategory('matrix_levels', ids.matrixLevel, other),
        meanwhile: (first) => first.query('update matrix_workshops set level_id = $1', [other]),
      };
    },
    expected: done,
    left: () => count('select from matrix_workshops where level_id <> $1', ids.matrixLevel),
    stays: 1,
  },
};

test.each(Object.entries(waits))('%s', async (_, { given, expected, left, stays }) => {
  expect(await afterWaiting(owner, await given())).toMatchObject(expected);
  expect(await left?.()).toEqual(stays);
});

test('an import that is cancelled leaves nothing, and its rows stay staged', async () => {
  const { run, check } = await givenImport();
  const answer = await afterWaiting(owner, { lock: post('neu-39'), act: run, meanwhile: cancelWaiting });
  expect(answer.error?.code).toBe('57014');
  expect(await imported()).toBe(1);
  expect(await check()).toHaveLength(40);
});
