import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { givenProgram, type Kind } from './testing/jobs.ts';
import { LONG_AGO } from './testing/records.ts';
import { makeToken } from './testing/registry.ts';

const backend = givenBackend();
const { as, owner } = backend;

interface Given {
  /** Adds rows that need a job each. */
  readonly add: (count: number) => PromiseLike<unknown>;
  readonly result: object;
  /** Seconds until the next attempt, and that a claim lasts. */
  readonly waits: readonly number[];
  readonly lease: number;
  /** SQL of the state of the rows, and that deletes them. */
  readonly done: string;
  readonly failure: string;
  readonly remove: string;
  readonly exhausted: string;
}

const file = { type: 'image/webp', width: 3, height: 2, data: 'Ynl0ZXM=' };
const names = (count: number) => Array.from({ length: count }, (_, index) => `![](https://bilder.example/${index})`);

const ofPictures = {
  waits: [60, 600, 3_600],
  failure: 'select failure from public.pictures',
  remove: 'delete from public.pictures',
};
const sizing = {
  ...ofPictures,
  result: { type: 'image/png', width: 3, height: 2, bytes: 5, sizes: [] },
  lease: 180,
  done: 'select from public.pictures where sized_at is not null',
  exhausted: 'Its sizes could not be made in four attempts.',
};

const kinds: Readonly<Record<Kind, Given>> = {
  copy_picture: {
    ...ofPictures,
    add: (count) =>
      as.service
        .from('posts')
        .insert({ title: 'Bild', slug: 'bild', content: names(count).join('\n'), published_at: LONG_AGO })
        .throwOnError(),
    result: file,
    lease: 120,
    done: 'select from public.pictures where original is not null',
    exhausted: 'It could not be fetched in four attempts.',
  },
  size_picture: {
    ...sizing,
    add: (count) =>
      owner.query(
        `with added as (insert into public.pictures (title) select 'Kursraum' from generate_series(1, $1) returning id)
         insert into storage.objects (bucket_id, name) select 'pictures', id from added`,
        [count],
      ),
  },
  size_copy: {
    ...sizing,
    add: (count) =>
      owner.execute(`
        insert into private.picture_files (hash, content_type, width, height, bytes)
        values (repeat('0', 64), 'image/png', 3, 2, 'x') on conflict do nothing;
        insert into public.pictures (title, origin, original)
        select 'Bild', 'https://bilder.example/of-size/' || n, repeat('0', 64) from generate_series(1, ${count}) n;
        delete from private.jobs j using public.pictures p where p.id = j.subject and p.original is not null;
        insert into private.jobs (kind, subject)
        select 'size_copy', p.id from public.pictures p where p.original is not null`),
  },
  read_source: {
    add: (count) =>
      owner.query(
        `insert into public.sources (receipt, number, url)
         select gen_random_uuid(), n, 'https://studie.example/' from generate_series(1, $1) n`,
        [count],
      ),
    result: { text: 'Text' },
    waits: [1, 3],
    lease: 60,
    done: "select from public.sources where state = 'read'",
    failure: 'select failure from public.sources',
    remove: 'delete from public.sources',
    exhausted: 'It could not be read in three attempts.',
  },
};

const stateOf = async (kind: Kind) =>
  (
    await owner.query(
      'select attempts, failure, extract(epoch from due_at - now())::float as wait from private.jobs where kind = $1',
      [kind],
    )
  )[0];
const about = (seconds: number) => expect.closeTo(seconds, seconds > 10 ? -1 : 0);
const tokens = async () =>
  Object.fromEntries(
    await Promise.all(
      (['shell', 'pictures', 'sources'] as const).map(async (kind) => [kind, await makeToken(backend, kind)]),
    ),
  );

beforeEach(() => owner.execute('delete from storage.objects'));

describe.each(Object.entries(kinds) as [Kind, Given][])('%s', (kind, given) => {
  const { call, claim, finish, endClaims, token } = givenProgram(backend, kind);
  const state = () => stateOf(kind);
  const count = async (sql: string) => (await owner.query(sql)).length;

  test('a claim is given once, and what it led to is stored once', async () => {
    await given.add(1);
    const [late] = await claim();
    expect(await state()).toMatchObject({ attempts: 1, wait: about(given.lease) });
    expect(await claim()).toEqual([]);
    await endClaims();
    const [next] = await claim();
    expect(next).toEqual({ ...late, attempt: 2 });
    expect(await finish(late, given.result)).toBe(false);
    expect(await count(given.done)).toBe(0);
    expect(await finish(next, given.result)).toBe(true);
    expect(await finish(next, { failure: 'Late.' })).toBe(false);
    expect([await count(given.done), await state(), await claim()]).toEqual([1, undefined, []]);
  });

  test('programs at once get each job once, and each is done', async () => {
    await given.add(20);
    const work = async () => {
      for (;;) {
        const claims = await claim(3);
        if (claims.length === 0) return;
        for (const claimed of claims) expect([claimed.attempt, await finish(claimed, given.result)]).toEqual([1, true]);
      }
    };
    await Promise.all(Array.from({ length: 5 }, work));
    expect([await count(given.done), await state()]).toEqual([20, undefined]);
  });

  test('a failure that is final is the last', async () => {
    await given.add(1);
    await finish((await claim())[0], { failure: 'Never.', isFinal: true });
    expect([await state(), await owner.query(given.failure)]).toEqual([undefined, [{ failure: 'Never.' }]]);
  });

  test('a failure is followed by further attempts, and the last one stays', async () => {
    await given.add(1);
    for (const wait of given.waits) {
      expect(await finish((await claim())[0], { failure: 'Not now.', isFinal: false })).toBe(true);
      expect(await state()).toMatchObject({ failure: 'Not now.', wait: about(wait) });
      expect([await claim(), await owner.query(given.failure)]).toEqual([[], [{ failure: null }]]);
      await endClaims();
    }
    const [last] = await claim();
    expect(last).toMatchObject({ attempt: given.waits.length + 1 });
    expect(await finish(last, { failure: 'x'.repeat(600), isFinal: false })).toBe(true);
    expect([await state(), await owner.query(given.failure)]).toEqual([undefined, [{ failure: 'x'.repeat(500) }]]);
  });

  test('a job whose program ends at each attempt is given up', async () => {
    await given.add(1);
    await claim();
    await owner.query('update private.jobs set attempts = $1, due_at = now()', [given.waits.length + 1]);
    expect(await claim()).toEqual([]);
    expect(await owner.query(given.failure)).toEqual([{ failure: given.exhausted }]);
  });

  test('a job whose result is being stored is not given up at the end of its last claim', async () => {
    await given.add(1);
    const [claimed] = await claim();
    await owner.query('update private.jobs set attempts = $1, due_at = now()', [given.waits.length + 1]);
    const result = JSON.stringify({ ...claimed, attempt: given.waits.length + 1, ...given.result });
    await owner.transaction(async (storing) => {
      const [stored] = await storing.query('select finish_job($1, $2, $3::text::jsonb) as is_stored', [
        token(),
        kind,
        result,
      ]);
      expect(stored).toEqual({ is_stored: true });
      expect(await claim()).toEqual([]);
    });
    expect([await count(given.done), await owner.query(given.failure)]).toEqual([1, [{ failure: null }]]);
  });

  test('a job ends with its row, and a late result is dropped', async () => {
    await given.add(1);
    const [claimed] = await claim();
    await owner.query(given.remove);
    expect([await state(), await finish(claimed, given.result)]).toEqual([undefined, false]);
  });

  test('no token of another kind claims, stores or finishes it, and one that was revoked neither', async () => {
    await given.add(1);
    const { [kind === 'read_source' ? 'pictures' : 'sources']: other, shell } = await tokens();
    const codes = async (shown?: string) =>
      Promise.all(
        [
          call('claim_jobs', { most: 1 }, shown),
          call('store_part', { part: {} }, shown),
          call('finish_job', { result: {} }, shown),
        ].map(async (answer) => (await answer).error?.code),
      );
    for (const shown of [other, shell, 'ki_a_b']) expect(await codes(shown)).toEqual(Array(3).fill('42501'));
    await owner.query('update shipping.deploy_tokens set revoked_at = now()');
    expect(await codes()).toEqual(Array(3).fill('42501'));
  });
});

test('a token for jobs does nothing else', async () => {
  const { pictures, sources } = await tokens();
  for (const token of [pictures, sources])
    for (const [name, args] of [
      ['read_registry', { known: null }],
      ['claim_pictures', { most: 1, is_tidying: false }],
      ['read_picture', { hash: 'a' }],
    ] as const)
      expect((await as.visitor.rpc(name, { token, ...args })).error?.code).toBe('42501');
  expect((await as.visitor.rpc('tidy_uploads', { token: sources })).error?.code).toBe('42501');
});

test('a shell learns which kinds have work, a program learns it of its own, and of an upload on its way', async () => {
  const shown = await tokens();
  const due = async (kind: string) => (await as.visitor.rpc('due_jobs', { token: shown[kind] })).data;
  expect(await due('shell')).toEqual({});
  await kinds.read_source.add(1);
  await kinds.copy_picture.add(1);
  await owner.query("insert into public.pictures (title) values ('Kursraum')");
  expect(await due('shell')).toEqual({ copy_picture: 'due', read_source: 'due', size_picture: 'soon' });
  expect([await due('pictures'), await due('sources')]).toEqual([
    { copy_picture: 'due', size_picture: 'soon' },
    { read_source: 'due' },
  ]);
  await owner.query("insert into storage.objects (bucket_id, name) select 'pictures', id from public.pictures");
  expect(await due('pictures')).toMatchObject({ size_picture: 'due' });
  await owner.execute('delete from storage.objects');
  await owner.query("update private.jobs set due_at = now() - interval '61 seconds'");
  expect(await due('pictures')).toEqual({ copy_picture: 'due' });
  expect((await as.visitor.rpc('due_jobs', { token: 'ki_a_b' })).error?.code).toBe('42501');
});

test('jobs with pictures wait until there is room, a source does not', async () => {
  const token = await makeToken(backend, 'shell');
  for (const { add } of Object.values(kinds)) await add(1);
  await owner.query('update private.room set quota = 10, used = 10');
  expect((await as.visitor.rpc('due_jobs', { token })).data).toEqual({ read_source: 'due' });
});
