import { rounds } from '@ki/shared/testing/rounds.ts';
import type { Sql, TransactionSql } from 'postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../local-backend/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';
import { type Account, givenBackend } from './testing/backend.ts';
import { release } from './testing/calls.ts';
import { ids } from './testing/ids.ts';
import { importer, outcomes, stage } from './testing/import-calls.ts';
import { afterWaiting, cancelWaiting, somebodyWaits } from './testing/locks.ts';
import { givenRegistry } from './testing/registry.ts';
import { rules } from './testing/rules.ts';

const TWENTY = Array.from({ length: 20 }, (_, index) => index);

describe('through the API', () => {
  const backend = givenBackend();
  const { as, owner } = backend;
  const { operator, call, publish, promote, ship } = givenRegistry(backend);

  interface Answer {
    readonly error: { readonly code: string } | null;
    readonly data: unknown;
  }
  type Act = () => PromiseLike<Answer>;
  const codes = (answers: readonly Answer[]) => answers.map(({ error }) => error?.code ?? 'done').sort();
  const count = async (query: string, ...values: unknown[]) => (await owner.query(query, values)).length;

  async function another(kind: string): Promise<string> {
    const row = kind === 'categories' ? rules.categories.row : rules.matrix_levels.row;
    return (await as.staff.from(kind).insert<object>(row).select('id').single().throwOnError()).data.id;
  }
  const remove = (kind: string, category: string, replacement: string) =>
    as.staff.rpc('delete_category', { kind, category, replacement });
  const times = (number: number, act: Act): Act[] => Array.from({ length: number }, () => act);

  const entries = Array.from({ length: 40 }, (_, number) => ({
    title: `Titel ${number}`,
    slug: `neu-${number}`,
    content: 'Text',
  }));
  const imported = () => count("select from public.posts where slug like 'neu-%'");
  async function givenImport(rows = entries) {
    const posts = importer(as, 'posts');
    const id = await stage(as.staff, rows);
    const { plan } = await posts.report(id);
    const check = async () => outcomes(await posts.report(id));
    return { run: () => posts.call(id, {}, plan), check };
  }

  /** Acts at once, how they end, and what is stored then. */
  interface Crowd {
    acts(): readonly Act[] | Promise<readonly Act[]>;
    readonly expected: readonly string[];
    left?(): Promise<unknown>;
    readonly stays?: unknown;
  }
  const one = (code: string, number: number) => [...Array(number - 1).fill(code), 'done'];
  const crowds: Readonly<Record<string, Crowd>> = {
    'AI calls do not exceed the limit': {
      acts: async () => {
        await owner.query('update private.settings set ai_calls_of_account = 1');
        return times(20, () => as.staff.rpc('take_ai_call'));
      },
      expected: one('PT429', 20),
    },
    'one claim of an idea is granted, whatever the order of the fields': {
      acts: () =>
        TWENTY.map((place) => () => {
          const [title, description] = ['Idee', 'Worum'];
          const idea = place % 2 ? { title, description } : { description, title };
          return as.staff.rpc('claim_article', { idea });
        }),
      expected: one('PT409', 20),
    },
    'stores with one receipt make one draft': {
      acts: async () => {
        const claim = as.staff.rpc('claim_article', { idea: { title: 'Idee' } }).single<{ receipt: string }>();
        const { receipt } = (await claim.throwOnError()).data;
        const draft = { title: 'Idee', slug: 'idee', content: 'Text', author: 'Anna' };
        return times(20, () => as.staff.rpc('store_article', { receipt, draft }));
      },
      expected: Array(20).fill('done'),
      left: async () => (await as.staff.from('posts').select('slug').eq('title', 'Idee')).data,
      stays: [{ slug: 'idee' }],
    },
    'one deletion of a category moves what uses it': {
      acts: async () => {
        const replacement = await another('categories');
        return times(3, () => remove('categories', ids.category, replacement));
      },
      expected: one('PT404', 3),
      left: () => count('select from posts where category_id <> $1', ids.category),
      stays: 2,
    },
    'two categories that would move to each other: one is deleted, and nothing is lost': {
      acts: async () => {
        const other = await another('matrix_levels');
        const [kind, level] = ['matrix_levels', ids.matrixLevel];
        return [() => remove(kind, level, other), () => remove(kind, other, level)];
      },
      expected: one('PT409', 2),
      left: async () => [await count('select from matrix_levels'), await count('select from matrix_workshops')],
      stays: [1, 1],
    },
    'a record is restored once from the trash': {
      acts: async () => {
        await as.staff.from('courses').delete().eq('id', ids.course).throwOnError();
        return times(3, () => as.staff.rpc('restore_deleted', { deleted: ids.course }));
      },
      expected: one('PT409', 3),
      left: () => count('select from courses'),
      stays: 2,
    },
    'one of several saves of a matrix workshop is made over its version': {
      acts: async () => {
        const workshops = as.staff.from('matrix_workshops').select('updated_at').eq('id', ids.matrixWorkshop);
        const { updated_at: base } = (await workshops.single().throwOnError()).data;
        const row = { ...rules.matrix_workshops.row, prerequisites: null, matrix_workshop_learning_objectives: [] };
        return ['Eins', 'Zwei', 'Drei'].map((title) => () => {
          const columns = { ...row, title };
          return as.staff.rpc('save_matrix_workshop', { record: ids.matrixWorkshop, base, columns });
        });
      },
      expected: one('PT409', 3),
    },
    'one of two first saves makes the draft': {
      acts: () =>
        ['Eins', 'Zwei'].map((title) => () => {
          return as.staff.rpc('save_draft', { kind: 'posts', record: ids.publishedPost, columns: { title } });
        }),
      expected: one('PT409', 2),
      left: () => count('select from drafts'),
      stays: 1,
    },
    'two heartbeats of one account are one row': {
      acts: () => times(3, () => as.staff.rpc('open_record', { kind: 'courses', record: ids.course })),
      expected: Array(3).fill('done'),
      left: () => count('select from private.open_records'),
      stays: 1,
    },
    'one prompt of a type is active after several activations': {
      acts: () =>
        TWENTY.slice(0, 6).map((place) => () => {
          const prompt_id = place % 2 ? ids.activeSearchPrompt : ids.otherSearchPrompt;
          return as.staff.rpc('activate_prompt', { prompt_id });
        }),
      expected: Array(6).fill('done'),
      left: () => count('select from prompts where is_active'),
      stays: 2,
    },
    'the order of an axis is whole after several calls': {
      acts: async () => {
        await as.staff.from('matrix_dimensions').insert({ name: 'Drei' }).throwOnError();
        const { data } = await as.staff.from('matrix_dimensions').select('id').throwOnError();
        const order = data.map(({ id }) => id);
        return [order.toReversed(), order, order.toReversed(), order].map((next) => () => {
          return as.staff.rpc('reorder_matrix', { axis: 'matrix_dimensions', ids: next });
        });
      },
      expected: Array(4).fill('done'),
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
      expected: Array(10).fill('done'),
      left: () => count('select from private.invitations where accepted_at is null and expires_at > now()'),
      stays: 1,
    },
  };

  test.each(Object.entries(crowds))('%s', async (_, { acts, expected, left, stays }) => {
    const given = await acts();
    expect(codes(await Promise.all(given.map((act) => act())))).toEqual(expected);
    expect(await left?.()).toEqual(stays);
  });

  test('one of several claims of a run succeeds', async () => {
    const row = { workflow_type: 'gemini_blog_ideas' };
    const { data: run } = await as.staff.from('workflows').insert(row).select('id').single().throwOnError();
    const claimed = { started_at: new Date().toISOString(), status: 'processing' };
    const claim = () => as.staff.from('workflows').update(claimed).eq('id', run.id).is('started_at', null).select('id');
    const claims = await Promise.all([claim(), claim(), claim()]);
    expect(claims.map(({ data }) => data?.length).sort()).toEqual([0, 0, 1]);
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
    const overview = async () => (await as.staff.rpc('platform_overview', { skip: 0, take: 100 }).throwOnError()).data;
    const move = { remote: 'mf-events', action: 'rollback', reason: 'Zu langsam' };
    const seen = { ...move, newest_move: (await overview()).remotes[0].newest_move };
    const answers = await Promise.all([backend.staff, ...others].map(({ client }) => client.rpc('move_remote', seen)));
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

  const addPage = (slug: string) =>
    as.staff
      .from('pages')
      .insert({ slug, title: `Seite ${slug}`, content: 'Text' })
      .select('id');

  test('a page and a promotion never both win, and never block each other', async () => {
    for (let round = 0; round < rounds({ short: 12, long: 200 }); round++) {
      const [remote, slug] = [`mf-r${round}`, `adresse-${round}`];
      await publish('1', { routes: [`/${slug}`] }, operator(), remote).throwOnError();
      const answers = await Promise.all([addPage(slug), promote('1', { remote })]);
      expect(answers.filter(({ error }) => error)).toHaveLength(1);
      expect(['PT400', 'PT409']).toContain(codes(answers)[0]);
    }
  });

  const staffIds = async () =>
    (await owner.query<{ user_id: string }>('select user_id from private.staff')).map(({ user_id }) => user_id);
  const removeStaff = ({ client }: Account, { id }: Account) => client.rpc('remove_staff', { account: id });

  test('one of two accounts that remove each other stays', async () => {
    const [second, third] = [await backend.signUp(), await backend.signUp()];
    for (const [one, other] of [
      [backend.staff, second],
      [second, third],
    ] as const) {
      for (let round = 0; round < 10; round += 1) {
        await owner.query('insert into private.staff select unnest($1::uuid[]) on conflict do nothing', [
          [one.id, other.id],
        ]);
        const answers = await Promise.all([removeStaff(one, other), removeStaff(other, one)]);
        expect(codes(answers)[1]).toBe('done');
        expect((await staffIds()).filter((id) => id === one.id || id === other.id)).toHaveLength(1);
      }
      await owner.query('insert into private.staff select id from auth.users on conflict do nothing');
    }
  });

  const invited = () => owner.query("update private.settings set sign_up = 'invited'");
  async function givenLink(): Promise<string> {
    await invited();
    return (await owner.query<{ token: string }>('select private.invite() as token'))[0]?.token ?? '';
  }

  test('one of several accounts accepts a link', async () => {
    const token = await givenLink();
    const accounts = await Promise.all(Array.from({ length: 10 }, () => backend.signUp()));
    const answers = await Promise.all(accounts.map(({ client }) => client.rpc('accept_invitation', { token })));
    expect(answers.map(({ data }) => data).sort()).toEqual(['accepted', ...Array(9).fill('used')]);
    expect(await staffIds()).toHaveLength(2);
  });

  /** An act that waits for the locks of a transaction, and what it answers. */
  interface Wait {
    given(): Promise<{
      lock(first: Database): Promise<unknown>;
      act: Act;
      meanwhile?(first: Database): Promise<unknown>;
    }>;
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
  /** A removal of staff locks staff and then revokes invitations. */
  const removing = {
    lock: (first: Database) => first.execute('lock table private.staff in share row exclusive mode'),
    meanwhile: (first: Database) => first.execute('delete from private.invitations where accepted_at is null'),
  };
  const done = { error: null };
  const modules = () => count('select from modules where course_id = $1', ids.course);
  const waits: Readonly<Record<string, Wait>> = {
    'restoring a course does not deadlock with adding a lesson to a module that it deletes': {
      given: async () => {
        const last = async () => (await as.staff.rpc('history', { record: ids.course })).data[0].last_entry;
        const entry = await last();
        const args = { course: ids.course, title: 'Neu', description: '' };
        const { data: added } = await as.staff.rpc('create_module', args).throwOnError();
        const version = { record: ids.course, entry, seen: await last() };
        return addingLesson(added, () => as.staff.rpc('restore_version', version));
      },
      expected: done,
      left: modules,
      stays: 2,
    },
    'deleting a module does not deadlock with adding a lesson to it': {
      given: async () =>
        addingLesson(ids.firstModule, () => as.staff.rpc('delete_module', { module: ids.firstModule })),
      expected: done,
      left: modules,
      stays: 1,
    },
    'a post that somebody saves during the import stops it, and nothing of it is stored': {
      given: async () => ({
        lock: (first) => first.query("insert into posts (title, slug, content) values ('Schneller', 'neu-39', 'Text')"),
        act: (await givenImport()).run,
      }),
      expected: { data: { done: false, rows: expect.arrayContaining([[40, 'wrong', expect.anything()]]) } },
      left: imported,
      stays: 1,
    },
    'a publication waits for a transition before it stores its release': {
      given: async () => ({ lock: (first) => first.execute('select shipping.begin_move()'), act: () => publish('7') }),
      expected: done,
    },
    'a page waits for a transition before it is compared': {
      given: async () => {
        await publish('1').throwOnError();
        return {
          lock: (first) => first.execute('select shipping.begin_move()'),
          act: () => addPage('events'),
          meanwhile: (first) =>
            first.execute("update shipping.remotes set live = '1', slot = 9 where name = 'mf-events'"),
        };
      },
      expected: { error: { message: 'The address /events belongs to mf-events. Expected another slug.' } },
    },
    'a link that is revoked while it is accepted is unknown': {
      given: async () => {
        const token = await givenLink();
        const { client } = await backend.signUp();
        return { ...removing, act: () => client.rpc('accept_invitation', { token }) };
      },
      expected: { data: 'unknown' },
      left: () => count('select from private.staff'),
      stays: 1,
    },
    'a token that is revoked while it names an operator names nobody': {
      given: async () => {
        const address = 'komplizin@example.com';
        await backend.giveRole('publisher', address);
        return {
          lock: (first) => first.execute('update shipping.deploy_tokens set revoked_at = now()'),
          act: () => call(operator(), 'name_operator', { address }),
        };
      },
      expected: { error: { code: '42501' } },
    },
    'a post that is added while its category is deleted is moved, too': {
      given: async () => {
        const replacement = await another('categories');
        return {
          lock: (first) =>
            first.query(
              `insert into posts (title, slug, content, category_id) values ('Neu', 'neu', 'Text', '${ids.category}')`,
            ),
          act: () => remove('categories', ids.category, replacement),
        };
      },
      expected: { data: 3 },
    },
    'deleting a category does not deadlock with a save that moves a row to the replacement': {
      given: async () => {
        const other = await another('matrix_levels');
        return {
          lock: (first) => first.query('select from matrix_workshops for no key update'),
          act: () => remove('matrix_levels', ids.matrixLevel, other),
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
    const answer = await afterWaiting(owner, {
      lock: (first) => first.query("insert into posts (title, slug, content) values ('Langsam', 'neu-39', 'Text')"),
      act: run,
      meanwhile: cancelWaiting,
    });
    expect(answer.error?.code).toBe('57014');
    expect(await imported()).toBe(1);
    expect(await check()).toHaveLength(40);
  });

  describe('a grant and the removal of its granter', () => {
    const ACCOMPLICE = 'komplizin@example.com';
    let granter: Account;
    let accomplice: Account;
    beforeEach(async () => {
      await invited();
      granter = await backend.signUp('geht@example.com');
      accomplice = await backend.signUp(ACCOMPLICE);
    });

    /** Everything that the tables of rights hold. */
    const rights = () =>
      owner.query(
        `select 'staff' as kind, user_id::text as subject, is_operator::text as detail from private.staff
         union all select 'invitation', coalesce(email, id::text), 'open' from private.invitations where accepted_at is null
         union all select 'member', account::text, team from shipping.team_members
         union all select 'token', id, kind from shipping.deploy_tokens where revoked_at is null
         order by 1, 2, 3`,
      );
    const setStaff = async (accompliceIsStaff: boolean) => {
      await owner.execute(
        'delete from private.invitations; delete from shipping.team_members; delete from shipping.deploy_tokens',
      );
      await owner.query('delete from private.staff where user_id <> $1', [backend.staff.id]);
      await owner.query('insert into private.staff (user_id, is_operator) values ($1, true)', [granter.id]);
      if (accompliceIsStaff) await owner.query('insert into private.staff (user_id) values ($1)', [accomplice.id]);
    };

    /** Prepares a round, in which the granter is an operator. */
    type Grant = () => Promise<Act>;
    const byGranter =
      (isStaff: boolean, name: string, args: object): Grant =>
      async () => {
        await setStaff(isStaff);
        return () => granter.client.rpc(name, args);
      };
    const team = { token: null, team: 'events', owns: [], members: [ACCOMPLICE] };
    const shell = { token: null, kind: 'shell', team: null, may: null, days: null };
    const grants: Readonly<Record<string, Grant>> = {
      invite_colleague: byGranter(false, 'invite_colleague', { address: 'zweite@example.com', remark: '' }),
      name_operator: byGranter(true, 'name_operator', { token: null, address: ACCOMPLICE }),
      add_team: byGranter(true, 'add_team', team),
      create_deploy_token: byGranter(false, 'create_deploy_token', shell),
      accept_invitation: async () => {
        await setStaff(false);
        const { data: token } = await granter.client.rpc('invite_colleague', { address: ACCOMPLICE, remark: '' });
        await owner.query(
          `insert into private.passwords values ($1)
           on conflict (user_id) do update set set_at = clock_timestamp()`,
          [accomplice.id],
        );
        // A session proves the password that it began with.
        await accomplice.client.auth.signInWithPassword({ email: ACCOMPLICE, password: 'geheim-genug' });
        return () => accomplice.client.rpc('accept_invitation', { token });
      },
    };
    const isRefused = ({ error, data }: Answer) => error?.code === '42501' || (error === null && data === 'unknown');

    test.each(Object.entries(grants))('%s alone grants', async (_, prepare) => {
      const act = await prepare();
      const before = await rights();
      const answer = await act();
      expect([answer.error, isRefused(answer)]).toEqual([null, false]);
      expect(await rights()).not.toEqual(before);
    });

    test.each(Object.entries(grants))(
      '%s grants nothing that the removal leaves behind',
      { timeout: 10 * 60_000 },
      async (_, prepare) => {
        for (let round = 0; round < rounds({ short: 200, long: 1000 }); round += 1) {
          const act = await prepare();
          const removed = removeStaff(backend.staff, granter).then(async ({ error }) => ({
            error,
            left: await rights(),
          }));
          const [{ error, left }, answer] = await Promise.all([removed, act()]);
          expect(error).toBeNull();
          expect(answer.error === null || isRefused(answer), JSON.stringify(answer)).toBe(true);
          expect(await rights()).toEqual(left);
          for (const kind of ['invitation', 'token'])
            expect(left).not.toContainEqual(expect.objectContaining({ kind }));
        }
      },
    );

    test.each(Object.entries(grants))('%s waits for a removal before it, and is refused', async (_, prepare) => {
      const act = await prepare();
      const lock = async (first: Database) => {
        await removing.lock(first);
        await first.query('delete from private.staff where user_id = $1', [granter.id]);
      };
      expect(isRefused(await afterWaiting(owner, { ...removing, lock, act }))).toBe(true);
      expect(await rights()).not.toContainEqual(expect.objectContaining({ kind: 'invitation' }));
      expect(await count('select from private.staff where user_id <> $1', backend.staff.id)).toBeLessThan(2);
    });
  });
});

describe('in the database', () => {
  let database: TestDatabase;
  let sql: Sql;
  beforeEach(async () => {
    database = await createTestDatabase('migrated');
    sql = database.connect(12);
    return () => database.drop();
  });

  const versions = async (): Promise<Record<string, string>> =>
    (await sql`select content_versions() as versions`)[0]?.versions;

  test('transactions that change several cache tags in different orders do not deadlock', async () => {
    /** One statement for each cache tag, which locks no row that another transaction needs. */
    const writes = (name: string) => [
      `insert into categories (name, slug) values ('${name}', '${name}')`,
      `insert into posts (title, slug, content, published_at) values ('${name}', '${name}', 'Text', now())`,
      `insert into ads (title, subtitle, description, cta_url, is_active) values ('${name}', 'S', 'D', '/', true)`,
      `insert into workshops (title) values ('${name}')`,
      `insert into courses (title, slug, is_published) values ('${name}', '${name}', true)`,
      `insert into matrix_levels (code, name, sort_order) values ('${name}', '${name}', 1)`,
    ];
    const write = (name: string, turn: number) =>
      sql.begin(async (transaction) => {
        const statements = writes(name);
        // Each transaction begins with another tag, and half of them have the reverse order.
        const turned = [...statements.slice(turn % 6), ...statements.slice(0, turn % 6)];
        for (const statement of turn % 2 ? turned : turned.reverse()) await transaction.unsafe(statement);
      });
    const writers = Array.from({ length: 10 }, async (_, writer) => {
      for (let turn = 0; turn < 30; turn += 1) await write(`w${writer}-${turn}`, writer + turn);
    });
    const before = await versions();
    await Promise.all(writers);
    const after = await versions();
    // These have a version, too, and none of the writes changes them.
    const unchanged = Object.keys(after).filter((topic) => after[topic] === before[topic]);
    expect(unchanged.sort()).toEqual(['pages', 'pictures', 'registry', 'site']);
    expect(await sql`select count(*)::int as number from posts`).toEqual([{ number: 300 }]);
    expect(await sql`select from private.changed_topics`).toHaveLength(0);
  });

  test('after a write among many concurrent ones, its cache tag has another version', async () => {
    const change = async (writer: number) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const before = await versions();
        await sql`insert into workshops (title) values (${`${writer}-${turn}`})`;
        expect((await versions()).workshops).not.toBe(before.workshops);
      }
    };
    await Promise.all(TWENTY.slice(0, 8).map(change));
  });

  test('a lesson that was written during the publication of its course changes the version', async () => {
    const [course] = await sql`insert into courses (title, slug) values ('K', 'k') returning id`;
    const [module] = await sql`insert into modules (course_id, title) values (${course?.id}, 'M') returning id`;
    await sql`insert into lessons (module_id, title) values (${module?.id}, 'L')`;
    const writing = await sql.reserve();
    await writing`begin`;
    const { written } = await sql.begin(async (publishing) => {
      await publishing`update courses set is_published = true where id = ${course?.id}`;
      const written = writing`update lessons set content = 'Neu' where module_id = ${module?.id}`.execute();
      await somebodyWaits({ query: (question) => sql.unsafe(question) });
      return { written };
    });
    await written;
    const before = await versions();
    await writing`commit`;
    writing.release();
    expect((await versions()).courses).not.toBe(before.courses);
  });

  describe('counts of posts', () => {
    beforeEach(async () => {
      await sql`insert into categories (name, slug) select 'K ' || n, 'k-' || n from generate_series(1, 3) n`;
    });
    const insert = (session: Sql | TransactionSql, slug: string, category: number) =>
      session`insert into posts (title, slug, content, published_at, category_id)
        select 'Titel', ${slug}, 'Text', '2020-02-02', id from categories where slug = ${`k-${category}`}`;
    const counts = async () => {
      const rows = await sql`select slug, count_posts(slug)::int as kept,
        (select count(*)::int from posts p where p.category_id = c.id) as counted from categories c order by slug`;
      return { kept: rows.map(({ kept }) => kept), counted: rows.map(({ counted }) => counted) };
    };

    test('make no write in the same category wait for another', async () => {
      const first = await sql.reserve();
      await first`begin`;
      await insert(first, 'first', 1);
      await insert(sql, 'second', 1);
      await sql`update posts set category_id = null where slug = 'second'`;
      await first`commit`;
      first.release();
      expect(await counts()).toMatchObject({ kept: [1, 0, 0] });
    });

    test('are correct after concurrent writes, some of them rolled back', async () => {
      const write = async (name: string, turn: number) => {
        const wrote = sql.begin(async (transaction) => {
          const order = [1, 2, 3].map((place) => ((place + turn) % 3) + 1);
          for (const category of turn % 2 ? order : order.reverse())
            await insert(transaction, `${name}-${category}`, category);
          await transaction`delete from posts where slug = ${`${name}-2`}`;
          if (turn % 4 === 0) throw new Error('in vain');
        });
        if (turn % 4 === 0) await expect(wrote).rejects.toThrow('in vain');
        else await wrote;
      };
      const writers = Array.from({ length: 10 }, async (_, writer) => {
        for (let turn = 0; turn < 20; turn += 1) await write(`w${writer}-${turn}`, writer + turn);
      });
      await Promise.all(writers);
      const { kept, counted } = await counts();
      expect(kept).toEqual(counted);
      expect(counted).toEqual([150, 0, 150]);
    });
  });

  describe('counts of a canary', () => {
    let operator: string;
    let shell: string;
    beforeEach(async () => {
      operator = (await sql`select shipping.operator_token() as token`)[0]?.token;
      shell = (await sql`select create_deploy_token(${operator}, 'shell', null, null, null) as token`)[0]?.token;
      for (const version of ['1', '2'])
        await sql`select publish_release(${operator}, ${sql.json(release('mf-events', version))})`;
      await sql`select promote_release(${operator}, 'mf-events', '1', 'Ada', '', null, null)`;
      await share(10);
    });
    const share = (percent: number) => sql`select canary_release(${operator}, 'mf-events', '2', ${percent}, 'Ada', '')`;
    const canarySince = async (): Promise<Date | null> =>
      (await sql`select canary_since from shipping.remotes where name = 'mf-events'`)[0]?.canary_since;

    /** Ten shells store counts repeatedly while the share of the same canary changes. */
    async function tellAtOnce(renders: number, failures: number, moves: readonly number[]): Promise<void> {
      const since = ((await canarySince()) ?? new Date(0)).toISOString();
      const told = ['1', '2'].map((version) => ({
        ...{ remote: 'mf-events', version, since, renders, reports: 1 },
        failures: version === '2' ? failures : 0,
      }));
      const shells = Array.from({ length: 10 }, async () => {
        for (const _ of TWENTY) await sql`select store_counts(${shell}, ${sql.json(told)})`;
      });
      const mover = (async () => {
        for (const percent of moves) await share(percent);
      })();
      await Promise.all([...shells, mover]);
    }

    test('of many shells are added up completely while the share changes', async () => {
      await tellAtOnce(3, 0, [20, 30, 40, 50, 60, 70, 80, 90, 100]);
      const stored = sql`select version, renders, failures, reports from shipping.version_counts order by version`;
      const sum = { renders: '600', failures: '0', reports: '200' };
      expect(await stored).toEqual([
        { version: '1', ...sum },
        { version: '2', ...sum },
      ]);
    });

    test('that fails for all shells end it once', async () => {
      await tellAtOnce(3, 2, []);
      expect(await canarySince()).toBeNull();
      const back = sql`select id from shipping.release_history where reason like 'went back by itself: %'`;
      expect(await back).toHaveLength(1);
      expect(await sql`select from shipping.version_counts`).toHaveLength(0);
    });
  });

  describe('pictures', () => {
    let shell: string;
    beforeEach(async () => {
      const token = sql`select create_deploy_token(shipping.operator_token(), 'shell', null, null, null) as token`;
      shell = (await token)[0]?.token;
    });
    const address = (index: number) => `https://bilder.example/${String(index).padStart(2, '0')}.png`;
    const content = (indexes: readonly number[]) => indexes.map((index) => `![Bild](${address(index)})`).join('\n');
    const all = Array.from({ length: 40 }, (_, index) => index);
    const save = (slug: string, indexes: readonly number[], session: Sql | TransactionSql = sql) => session`
      insert into posts (title, slug, content, author) values ('Bild', ${slug}, ${content(indexes)}, 'Redaktion')`;
    const claim = async (isTidying = false, session: Sql | TransactionSql = sql) =>
      (await session`select claim_pictures(${shell}, 4, ${isTidying}) as found`)[0]?.found as { address: string }[];

    test('of saves that name them in other orders are all noted, and concurrent shells get each once', async () => {
      await Promise.all(TWENTY.slice(0, 8).map((n) => save(`bild-${n}`, n % 2 ? all : all.toReversed())));
      expect(await sql`select from private.picture_names`).toHaveLength(320);
      const claimed = (await Promise.all(TWENTY.map(() => claim()))).flat().map((one) => one.address);
      expect(claimed).toHaveLength(new Set(claimed).size);
      const rest = (await Promise.all(all.map(() => claim()))).flat().map((one) => one.address);
      expect([...claimed, ...rest].sort()).toEqual(all.map(address));
    });

    test('that a row names anew while their copy is deleted are fetched anew', async () => {
      await save('alt', [0]);
      await claim();
      await sql`delete from posts`;
      await sql`update private.picture_names set ended_at = now() - interval '31 days'`;
      await sql.begin(async (transaction) => {
        await save('neu', [0], transaction);
        await claim(true);
        expect(await sql`select from private.picture_copies`).toEqual([]);
      });
      expect(await claim()).toMatchObject([{ address: address(0), attempt: 1 }]);
    });

    test('are claimed without waiting for a save, and saved without waiting for a claim', async () => {
      await save('neu', [1]);
      await sql.begin(async (saving) => {
        await saving`update posts set content = ${content([2])}`;
        await sql.begin(async (claiming) => {
          await claim(false, claiming);
          await saving`update posts set content = ${content([3])}`;
        });
      });
      expect(await claim()).toMatchObject([{ address: address(3) }]);
    });
  });
});
