import { rounds } from '@ki/shared/testing/rounds.ts';
import { expect, test } from 'vitest';
import type { Database } from '../local-backend/database/database.ts';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { outcomes } from './testing/import-calls.ts';
import { afterWaiting, cancelWaiting } from './testing/locks.ts';
import { type Act, type Answer, codes, givenRaces, TWENTY } from './testing/races.ts';
import { givenRecords } from './testing/records.ts';
import { givenRegistry } from './testing/registry.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { operator, call, publish, promote, ship } = givenRegistry(backend);
const { count, another, removeCategory, addPage, entries, imported, givenImport, givenLink } = givenRaces(backend);
const { newestEntry, ...records } = givenRecords(backend);

/** Acts at once, how they end, and what is stored then. */
interface Crowd {
  acts(): readonly Act[] | Promise<readonly Act[]>;
  readonly expected: readonly unknown[];
  /** The part of an answer that is compared; by default its code. */
  told?(answer: Answer): unknown;
  left?(): Promise<unknown>;
  readonly stays?: unknown;
}
const times = (number: number, act: Act): Act[] => Array(number).fill(act);
const one = (code: string, number: number) => [...Array(number - 1).fill(code), 'done'];
const all = (number: number) => Array(number).fill('done');

const crowds: Readonly<Record<string, Crowd>> = {
  'AI calls do not exceed the limit': {
    acts: async () => {
      await owner.query('update private.settings set ai_calls_of_account = 1');
      return times(20, () => as.staff.rpc('take_ai_call'));
    },
    expected: one('PT429', 20),
  },
  'one claim of an idea is granted, whatever the order of the fields': {
    acts: () => {
      const [title, description] = ['Idee', 'Worum'];
      const ideas = [
        { title, description },
        { description, title },
      ];
      return TWENTY.map((place) => () => as.staff.rpc('claim_article', { idea: ideas[place % 2] }));
    },
    expected: one('PT409', 20),
  },
  'stores with one receipt make one draft': {
    acts: async () => {
      const [{ receipt }] = await records.call('claim_article', { idea: { title: 'Idee' } });
      const draft = { title: 'Idee', slug: 'idee', content: 'Text', author: 'Anna' };
      return times(20, () => as.staff.rpc('store_article', { receipt, draft }));
    },
    expected: all(20),
    left: () => owner.query("select slug from posts where title = 'Idee'"),
    stays: [{ slug: 'idee' }],
  },
  'one deletion of a category moves what uses it': {
    acts: async () => {
      const replacement = await another('categories');
      return times(3, () => removeCategory('categories', ids.category, replacement));
    },
    expected: one('PT404', 3),
    left: () => count('select from posts where category_id <> $1', ids.category),
    stays: 2,
  },
  'two categories that would move to each other: one is deleted, and nothing is lost': {
    acts: async () => {
      const other = await another('matrix_levels');
      const move = (from: string, to: string) => () => removeCategory('matrix_levels', from, to);
      return [move(ids.matrixLevel, other), move(other, ids.matrixLevel)];
    },
    expected: one('PT409', 2),
    left: async () => [await count('select from matrix_levels'), await count('select from matrix_workshops')],
    stays: [1, 1],
  },
  'a record is restored once from the trash': {
    acts: async () => {
      await records.remove('courses', ids.course);
      return times(3, () => records.restore(ids.course));
    },
    expected: one('PT409', 3),
    left: () => count('select from courses'),
    stays: 2,
  },
  'one of several saves of a matrix workshop is made over its version': {
    acts: async () => {
      const { updated_at: base } = await records.stored('matrix_workshops', ids.matrixWorkshop);
      const row = { ...rules.matrix_workshops.row, prerequisites: null, matrix_workshop_learning_objectives: [] };
      const version = { record: ids.matrixWorkshop, base };
      return ['Eins', 'Zwei', 'Drei'].map((title) => () => {
        return as.staff.rpc('save_matrix_workshop', { ...version, columns: { ...row, title } });
      });
    },
    expected: one('PT409', 3),
  },
  'one of two first saves makes the draft': {
    acts: () => ['Eins', 'Zwei'].map((title) => () => records.saveDraft(ids.publishedPost, { title })),
    expected: one('PT409', 2),
    left: () => count('select from drafts'),
    stays: 1,
  },
  'two heartbeats of one account are one row': {
    acts: () => times(3, () => as.staff.rpc('open_record', { kind: 'courses', record: ids.course })),
    expected: all(3),
    left: () => count('select from private.open_records'),
    stays: 1,
  },
  'one prompt of a type is active after several activations': {
    acts: () =>
      TWENTY.slice(0, 6).map((place) => () => {
        const prompt_id = place % 2 ? ids.activeSearchPrompt : ids.otherSearchPrompt;
        return as.staff.rpc('activate_prompt', { prompt_id });
      }),
    expected: all(6),
    left: () => count('select from prompts where is_active'),
    stays: 2,
  },
  'the order of an axis is whole after several calls': {
    acts: async () => {
      const third = await records.add('matrix_dimensions', { name: 'Drei' });
      const order = [ids.matrixDimension, ids.otherMatrixDimension, third];
      return [order.toReversed(), order, order.toReversed(), order].map((next) => () => {
        return as.staff.rpc('reorder_matrix', { axis: 'matrix_dimensions', ids: next });
      });
    },
    expected: all(4),
    left: () => owner.query('select sort_order as place from matrix_dimensions order by 1'),
    stays: [{ place: 1 }, { place: 2 }, { place: 3 }],
  },
  'the same import, pressed twice, is done once': {
    acts: async () => times(2, (await givenImport()).run),
    expected: one('PT404', 2),
    left: imported,
    stays: 40,
  },
  'invitations of one address leave one open link': {
    acts: () => times(10, () => as.staff.rpc('invite_colleague', { address: 'neu@example.com', remark: '' })),
    expected: all(10),
    left: () => count('select from private.invitations where accepted_at is null and expires_at > now()'),
    stays: 1,
  },
  'one of several claims of a run succeeds': {
    acts: async () => {
      const run = await records.add('workflows', { workflow_type: 'gemini_blog_ideas' });
      const claimed = { started_at: new Date().toISOString(), status: 'processing' };
      return times(3, () =>
        as.staff.from('workflows').update(claimed).eq('id', run).is('started_at', null).select('id'),
      );
    },
    told: ({ data }) => (data as unknown[]).length,
    expected: [0, 0, 1],
  },
  'one of several accounts accepts a link': {
    acts: async () => {
      const token = await givenLink();
      const accounts = await Promise.all(Array.from({ length: 10 }, () => backend.signUp()));
      return accounts.map(
        ({ client }) =>
          () =>
            client.rpc('accept_invitation', { token }),
      );
    },
    told: ({ data }) => data,
    expected: ['accepted', ...Array(9).fill('used')],
    left: () => count('select from private.staff'),
    stays: 2,
  },
};

test.each(Object.entries(crowds))('%s', async (_, { acts, told, expected, left, stays }) => {
  const given = await acts();
  const answers = await Promise.all(given.map((act) => act()));
  expect(told ? answers.map(told).sort() : codes(answers)).toEqual(expected);
  expect(await left?.()).toEqual(stays);
});

test('of two imports of the same posts one is done, and the other one writes nothing', async () => {
  const imports = [await givenImport(), await givenImport(entries.toReversed())];
  const answers = await Promise.all(imports.map(({ run }) => run()));
  expect(answers.map(({ data }) => data.done).sort()).toEqual([false, true]);
  expect(await imported()).toBe(40);
  const other = answers.find(({ data }) => !data.done);
  expect(new Set(outcomes(other?.data))).toEqual(new Set(['unchanged']));
});

test('one of several rollbacks succeeds, and the others are refused with what was done', async () => {
  const others = await Promise.all(Array.from({ length: 7 }, () => backend.signUp()));
  await owner.query('update private.staff set is_operator = true');
  await ship('1', '2', '3', '4', '5');
  const overview = () => records.call('platform_overview', { skip: 0, take: 100 });
  const { newest_move } = (await overview()).remotes[0];
  const move = { remote: 'mf-events', action: 'rollback', reason: 'Zu langsam', newest_move };
  const answers = await Promise.all([backend.staff, ...others].map(({ client }) => client.rpc('move_remote', move)));
  const message = expect.stringMatching(/^mf-events was moved meanwhile: rollback 4, by \S+\. Nothing was done/);
  const refused = answers.flatMap(({ error }) => (error ? [error] : []));
  expect(refused).toEqual(Array(7).fill(expect.objectContaining({ code: 'PT409', message })));
  const { remotes, history } = await overview();
  expect(remotes[0]).toMatchObject({ live: '4', before: '3' });
  expect(history.total).toBe(6);
});

test('a statement and a promotion of the same release never block each other', async () => {
  const signed = { kind: 'allow', hash: 'a'.repeat(64), number: 1, signature: 'S'.repeat(86) };
  for (let round = 0; round < rounds({ short: 20, long: 200 }); round++) {
    const version = `6-${round}`;
    await publish(version).throwOnError();
    const statement = { remote: 'mf-events', version, ...signed };
    const answers = await Promise.all([call(operator(), 'add_statement', { statement }), promote(version)]);
    expect(codes(answers)).toEqual(['done', 'done']);
  }
});

test('a page and a promotion never both win, and never block each other', async () => {
  for (let round = 0; round < rounds({ short: 12, long: 200 }); round++) {
    const [remote, slug] = [`mf-r${round}`, `adresse-${round}`];
    await publish('1', { routes: [`/${slug}`] }, operator(), remote).throwOnError();
    const answers = await Promise.all([addPage(slug), promote('1', { remote })]);
    expect(answers.filter(({ error }) => error)).toHaveLength(1);
    expect(['PT400', 'PT409']).toContain(codes(answers)[0]);
  }
});

test('one of two accounts that remove each other stays', async () => {
  const [second, third] = [await backend.signUp(), await backend.signUp()];
  for (const [one, other] of [
    [backend.staff, second],
    [second, third],
  ] as const) {
    const both = [one.id, other.id];
    for (let round = 0; round < 10; round += 1) {
      await owner.query('insert into private.staff select unnest($1::uuid[]) on conflict do nothing', [both]);
      const answers = await Promise.all([
        one.client.rpc('remove_staff', { account: other.id }),
        other.client.rpc('remove_staff', { account: one.id }),
      ]);
      expect(codes(answers)[1]).toBe('done');
      expect(await count('select from private.staff where user_id = any ($1)', both)).toBe(1);
    }
    await owner.query('insert into private.staff select id from auth.users on conflict do nothing');
  }
});

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
