import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FUZZ_SEED, rounds } from '../../shared/testing/rounds.ts';
import type { Database } from '../local-backend/database/database.ts';
import { givenBackend } from './testing/backend.ts';
import { importer } from './testing/import-calls.ts';
import { afterWaiting } from './testing/locks.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';
import { givenRegistry } from './testing/registry.ts';

const backend = givenBackend({ hasTeam: true });
const { as, owner, team } = backend;
const { publish, promote } = givenRegistry(backend);
const { call, add, change, remove, restore, trash, history, contentVersions } = givenRecords(backend);

const NEXT_CENTURY = '2100-01-01T00:00:00Z';

/** Where visitors at addresses are led: a target, or null where something is gone. */
async function redirects(): Promise<Readonly<Record<string, string | null>>> {
  const listed: readonly [string, string | null, boolean][] = await call('list_redirects', {}, as.visitor);
  return Object.fromEntries(listed.map(([address, target]) => [address, target]));
}

const givenPost = (slug: string, more: object = {}) =>
  add('posts', { title: slug, slug, content: 'Text', published_at: LONG_AGO, ...more });
const rename = (id: string, slug: string) => change('posts', id, { slug });
const redirect = (address: string, target: string, client = as.staff) =>
  client.from('redirects').insert({ address, target });

describe('a public record whose address changes', () => {
  test.each([
    ['posts', '/post/', { title: 'A', content: 'Text', published_at: LONG_AGO }],
    ['pages', '/', { title: 'A', content: 'Text', published_at: LONG_AGO }],
    ['courses', '/courses/', { title: 'A', is_published: true }],
    ['categories', '/category/', { name: 'A' }],
  ] as const)('leaves a redirect: %s', async (table, at, row) => {
    const id = await add(table, { slug: 'eins', ...row });
    await change(table, id, { slug: 'zwei' });
    expect(await redirects()).toEqual({ [`${at}eins`]: `${at}zwei` });
  });

  test('is one hop away from each of its former addresses, and takes one of them back', async () => {
    const id = await givenPost('eins');
    for (const slug of ['zwei', 'drei']) await rename(id, slug);
    expect(await redirects()).toEqual({ '/post/eins': '/post/drei', '/post/zwei': '/post/drei' });
    await rename(id, 'eins');
    expect(await redirects()).toEqual({ '/post/zwei': '/post/eins', '/post/drei': '/post/eins' });
  });

  test('is led to by what led to its address before', async () => {
    const id = await givenPost('eins');
    await redirect('/alt', '/post/eins#teil').throwOnError();
    await rename(id, 'zwei');
    expect(await redirects()).toEqual({ '/alt': '/post/zwei', '/post/eins': '/post/zwei' });
  });

  test('tells visitors its address once it is public again', async () => {
    const id = await givenPost('eins');
    await rename(id, 'zwei');
    await change('posts', id, { published_at: null, slug: 'geheim' });
    expect(await redirects()).toEqual({});
    expect((await as.staff.from('redirects').select().throwOnError()).data).toHaveLength(2);
    await change('posts', id, { published_at: NEXT_CENTURY });
    expect(await redirects()).toEqual({});
    const { redirects: before } = await contentVersions();
    await owner.query(`update redirects set public_from = now() where record_id = $1`, [id]);
    expect(await redirects()).toEqual({ '/post/eins': '/post/geheim', '/post/zwei': '/post/geheim' });
    expect((await contentVersions()).redirects).not.toBe(before);
  });

  test('leaves it in the same change set, whoever may write the record', async () => {
    const id = await add(
      'posts',
      { title: 'A', slug: 'eins', content: 'Text', published_at: LONG_AGO },
      team.editor.client,
    );
    await team.editor.client.from('posts').update({ slug: 'zwei' }).eq('id', id).throwOnError();
    expect(await redirects()).toEqual({ '/post/eins': '/post/zwei' });
    const [row] = (await as.staff.from('redirects').select('id').throwOnError()).data ?? [];
    const [renamed] = await history(id);
    expect((await history(row?.id))[0]).toMatchObject({
      actor_id: team.editor.id,
      act: (renamed as { act?: string }).act,
    });
  });
});

test('the history of a record has its own changes alone', async () => {
  const id = await givenPost('eins');
  await redirect('/x', '/post/eins').throwOnError();
  await rename(id, 'zwei');
  await rename(id, 'eins');
  const relations = (await history(id)).flatMap(({ entries }) => entries.map(({ relation }) => relation));
  expect(new Set(relations)).toEqual(new Set(['posts']));
});

test('the address of a draft that is deleted stays unknown', async () => {
  const { run } = importer(as, 'posts');
  await run([{ title: 'A', slug: 'geheim', content: 'Text', addresses: ['/geheim'] }]);
  const { id } = (await as.staff.from('posts').select('id').eq('slug', 'geheim').single().throwOnError()).data;
  await remove('posts', id);
  expect(await redirects()).toEqual({});
});

test('a record whose slug changes its case alone leads from the former spelling', async () => {
  const id = await givenPost('Eins');
  await rename(id, 'eins');
  await change('posts', id, { published_at: '2021-01-01T00:00:00Z' });
  expect(await redirects()).toEqual({ '/post/Eins': '/post/eins' });
});

test('a draft whose address changes leaves none, and one that takes an address ends the redirect when it is public', async () => {
  const draft = await givenPost('skizze', { published_at: null });
  await rename(draft, 'anders');
  expect(await redirects()).toEqual({});
  const id = await givenPost('eins');
  await rename(id, 'zwei');
  await rename(draft, 'eins');
  expect(await redirects()).toEqual({ '/post/eins': '/post/zwei' });
  await change('posts', draft, { published_at: LONG_AGO });
  expect(await redirects()).toEqual({});
  expect((await trash()).filter(({ relation }) => relation === 'redirects')).toEqual([]);
});

test('the addresses of a deleted public record lead nowhere, and to it again when it is restored', async () => {
  const id = await givenPost('eins');
  await rename(id, 'zwei');
  await remove('posts', id);
  expect(await redirects()).toEqual({ '/post/eins': null, '/post/zwei': null });
  await restore(id).throwOnError();
  expect(await redirects()).toEqual({ '/post/eins': '/post/zwei' });
  const draft = await givenPost('skizze', { published_at: null });
  await remove('posts', draft);
  await change('posts', id, { published_at: null });
  await remove('posts', id);
  expect(await redirects()).toEqual({});
});

describe('a redirect by hand', () => {
  test('leads to where a chain ends, and takes along what led to its address', async () => {
    await redirect('/b', '/c').throwOnError();
    await redirect('/a', '/b?x=1').throwOnError();
    await redirect('/c', 'https://example.org/ziel').throwOnError();
    await redirect('/?p=1', '/a').throwOnError();
    const target = 'https://example.org/ziel';
    expect(await redirects()).toEqual({ '/a': target, '/b': target, '/c': target, '/?p=1': target });
  });

  test.each([
    ['a loop of one', '/x', '/x#teil', 'PT400', 'target'],
    ['a loop of two', '/b', '/a', 'PT400', 'target'],
    ['what leads to something deleted', '/c', '/post/weg', 'PT400', 'target'],
    ['the address of a public record', '/post/eins', '/b', 'PT400', 'address'],
    ['an address of the shell', '/login', '/b', 'PT400', 'address'],
    ['one below', '/_pictures/x', '/b', 'PT400', 'address'],
    ['a screen of the admin', '/admin/posts', '/b', 'PT400', 'address'],
    ['an address twice', '/a', '/c', '23505', null],
    ['one twice in another case', '/A', '/c', '23505', null],
    ['a loop of two in another case', '/b', '/A#teil', 'PT400', 'target'],
    ['a target that is not decoded', '/x', '/%62', '23514', null],
    ['the start', '/', '/b', '23514', null],
    ['a slash at the end', '/x/', '/b', '23514', null],
    ['another site', '//example.org', '/b', '23514', null],
    ['what is not decoded', '/x%20', '/b', '23514', null],
    ['blanks', '/x y', '/b', '23514', null],
    ['a target without encryption', '/x', 'http://example.org', '23514', null],
    ['a script', '/x', 'javascript:alert(1)', '23514', null],
    ['a target as browsers read hosts', '/x', '/\\example.org', '23514', null],
    ['no target', '/x', null as never, 'PT400', 'target'],
  ])('refuses %s', async (_what, address, target, code, hint) => {
    await givenPost('eins');
    const gone = await givenPost('weg');
    await remove('posts', gone);
    await redirect('/a', '/b').throwOnError();
    expect((await redirect(address, target)).error).toMatchObject({ code, hint });
  });

  test('follows the record at its target, with a slash at its end or without', async () => {
    const id = await givenPost('eins');
    await redirect('/x', '/post/eins/').throwOnError();
    await rename(id, 'zwei');
    expect(await redirects()).toMatchObject({ '/x': '/post/zwei' });
  });

  test('comes back from the trash, and leads where its target is now', async () => {
    const id = await givenPost('eins');
    const alt = await add('redirects', { address: '/x', target: '/post/eins' });
    await remove('redirects', alt);
    await rename(id, 'zwei');
    await restore(alt).throwOnError();
    expect(await redirects()).toEqual({ '/x': '/post/zwei', '/post/eins': '/post/zwei' });
  });

  test('whose address something has taken since does not hold up its target', async () => {
    const id = await givenPost('eins');
    await redirect('/sommer', '/post/eins').throwOnError();
    await add('pages', { title: 'Sommer', slug: 'sommer', content: 'Text', published_at: NEXT_CENTURY });
    // The clock makes it public, without a write that would end the redirect.
    await owner.execute(
      "set session_replication_role = replica; update pages set published_at = now() - interval '1 day' where slug = 'sommer'; set session_replication_role = origin",
    );
    await rename(id, 'zwei');
    expect(await redirects()).toMatchObject({ '/sommer': '/post/zwei', '/post/eins': '/post/zwei' });
  });

  test('is a publisher’s', async () => {
    for (const role of ['editor', 'author'] as const)
      expect((await redirect('/a', '/b', team[role].client)).error).toMatchObject({ code: '42501', hint: 'role' });
  });

  test('is stored composed, and its address in the spelling that visitors send', async () => {
    await redirect('/fru\u0308her', '/spa\u0308ter').throwOnError();
    expect(await redirects()).toEqual({ '/früher': '/später' });
  });
});

test('an address whose query a live page reads is refused, and one of another program is not', async () => {
  await publish('1', { routes: ['/', '/suche'], query: { '/': ['seite'], '/suche': ['suche'] } }).throwOnError();
  await promote('1').throwOnError();
  for (const address of ['/?seite=2', '/suche?a=b&suche=ki', '/suche'])
    expect((await redirect(address, '/b')).error).toMatchObject({ code: 'PT400', hint: 'address' });
  for (const address of ['/?p=12', '/suche?q=ki']) expect((await redirect(address, '/b')).error).toBeNull();
});

test('two renamed at once, and what leads to one of them: each of them waits for the other', async () => {
  const posts = await Promise.all(['a1', 'a2', 'a3'].map((slug) => givenPost(slug)));
  await Promise.all([
    ...posts.map((id, place) => rename(id, `b${place + 1}`)),
    ...posts.map((_, place) => redirect(`/alt-${place + 1}`, `/post/a${place + 1}`)),
  ]);
  const led = await redirects();
  for (const place of [1, 2, 3]) {
    expect(led[`/alt-${place}`]).toBe(`/post/b${place}`);
    expect(led[`/post/a${place}`]).toBe(`/post/b${place}`);
  }
});

describe('writes of two transactions at once', () => {
  const adds = (address: string, target: string) => (first: Database) =>
    first.query('insert into redirects (address, target) values ($1, $2)', [address, target]);
  const renames = (from: string, to: string) => (first: Database) =>
    first.query('update posts set slug = $2 where slug = $1', [from, to]);
  const renamed = (from: string, to: string) => async () =>
    as.staff.from('posts').update({ slug: to }).eq('slug', from);
  const added = (address: string, target: string) => async () => redirect(address, target);
  const deletes = (slug: string) => (first: Database) => first.query('delete from posts where slug = $1', [slug]);

  const done = { error: null };
  const refused = { error: { code: 'PT400', hint: 'target' } };
  const ofRename = { '/alt': '/post/zwei', '/post/eins': '/post/zwei' };

  test.each([
    ['the way back of a redirect is refused', adds('/a', '/b'), added('/b', '/a'), refused, { '/a': '/b' }],
    ['so is one in another case', adds('/a', '/b'), added('/B', '/A#teil'), refused, { '/a': '/b' }],
    ['a chain is one hop', adds('/a', '/b'), added('/b', '/c'), done, { '/a': '/c', '/b': '/c' }],
    ['so is one from its end', adds('/b', '/c'), added('/a', '/b'), done, { '/a': '/c', '/b': '/c' }],
    ['one to a post follows its rename', renames('eins', 'zwei'), added('/alt', '/post/eins'), done, ofRename],
    ['a rename takes it along', adds('/alt', '/post/eins'), renamed('eins', 'zwei'), done, ofRename],
    ['one to a deleted post is refused', deletes('eins'), added('/alt', '/post/eins'), refused, { '/post/eins': null }],
    [
      'a post takes the address that another one leaves',
      renames('eins', 'zwei'),
      renamed('drei', 'eins'),
      done,
      { '/post/drei': '/post/eins' },
    ],
  ])('%s', async (_what, lock, act, expected, led) => {
    for (const slug of ['eins', 'drei']) await givenPost(slug);
    expect(await afterWaiting(owner, { lock, act })).toMatchObject(expected);
    expect(await redirects()).toEqual(led);
  });

  test('renames that take each other’s former addresses never block each other', async () => {
    for (const place of [1, 2, 3]) await rename(await givenPost(`alt-${place}`), `neu-${place}`);
    const answer = await afterWaiting(owner, {
      lock: renames('neu-1', 'alt-2'),
      act: renamed('neu-2', 'alt-3'),
      meanwhile: renames('neu-3', 'neuer'),
    });
    expect(answer).toMatchObject(done);
    expect(await redirects()).toEqual({
      '/post/alt-1': '/post/alt-2',
      '/post/neu-1': '/post/alt-2',
      '/post/neu-2': '/post/alt-3',
      '/post/neu-3': '/post/neuer',
    });
  });
});

describe('an import', () => {
  const imported = async (addresses: readonly unknown[], staff = as.staff) => {
    const post = { title: 'A', slug: 'neu', content: 'Text', published_at: '2020-01-01', addresses };
    expect(await importer({ staff }, 'posts').run([post])).toMatchObject({ done: true });
  };

  test('brings former addresses of its posts, but those that something has', async () => {
    await givenPost('eins');
    await redirect('/schon', '/kontakt').throwOnError();
    await imported([
      '/2019/05/alt',
      '/?p=8',
      '/schon',
      '/post/eins',
      '/login',
      '/x y',
      '/',
      '/post/neu',
      7,
      '/2019/05/alt',
    ]);
    const own = { '/2019/05/alt': '/post/neu', '/?p=8': '/post/neu' };
    expect(await redirects()).toEqual({ '/schon': '/kontakt', ...own });
    await rename(
      (await as.staff.from('posts').select('id').eq('slug', 'neu').single().throwOnError()).data.id,
      'neuer',
    );
    expect(await redirects()).toMatchObject({ '/2019/05/alt': '/post/neuer', '/post/neu': '/post/neuer' });
  });

  test('brings the picture of a post as a copy of the library, with its alternative text', async () => {
    const address = 'https://alt.example/kurs.jpg';
    const post = { title: 'A', slug: 'neu', content: 'Text', picture: { address, alt: 'Ein Kursraum' } };
    expect(await importer(as, 'posts').run([post])).toMatchObject({ done: true });
    const stored = as.staff.from('posts').select('picture').eq('slug', 'neu').single();
    const { picture } = (await stored.throwOnError()).data;
    const of = as.staff.from('pictures').select('title, origin, alt').eq('id', picture).single();
    expect((await of.throwOnError()).data).toEqual({ title: 'kurs', origin: address, alt: 'Ein Kursraum' });
    const again = [post, { ...post, slug: 'zweiter', picture: { address, alt: 'Anders' } }];
    const { rows } = await importer(as, 'posts').run(again);
    expect(rows.map(([, outcome]) => outcome)).toEqual(['unchanged', 'create']);
    expect((await of.throwOnError()).data.alt).toBe('Ein Kursraum');
    const { rows: wrong } = await importer(as, 'posts').run([
      { ...post, slug: 'x', picture: { address: 'javascript:1' } },
    ]);
    expect(wrong.map(([, outcome]) => outcome)).toEqual(['create']);
  });

  test('of an author gives no address to a public post of somebody else', async () => {
    await add('posts', { title: 'A', slug: 'neu', content: 'Text', published_at: '2020-01-01T00:00:00+01:00' });
    await imported(['/fremd'], team.author.client);
    expect(await redirects()).toEqual({});
  });

  test('of an editor does, too', async () => {
    await imported(['/2019/05/alt'], team.editor.client);
    expect(await redirects()).toEqual({ '/2019/05/alt': '/post/neu' });
  });
});

// Random acts, compared with a plain model: who had an address last.

const SLUGS = ['eins', 'zwei', 'drei', 'vier', 'fünf'];
const HAND = ['/post/eins', '/post/zwei', '/alt', '/?p=7'];
const TARGETS = [...HAND, '/post/drei', 'https://example.org/'];
const ADDRESSES = [...new Set([...HAND, ...SLUGS.map((slug) => `/post/${slug}`)])];

const acts = fc.record({
  act: fc.constantFrom(
    'create',
    'rename',
    'rename',
    'rename and withdraw',
    'publish',
    'withdraw',
    'delete',
    'restore',
    'import',
    'by hand',
    'end',
  ),
  pick: fc.nat(1000),
  slug: fc.constantFrom(...SLUGS),
  address: fc.constantFrom(...HAND),
  target: fc.constantFrom(...TARGETS),
  isPublic: fc.boolean(),
});
type Act = typeof acts extends fc.Arbitrary<infer One> ? One : never;

interface Post {
  readonly id: string;
  slug: string;
  isPublic: boolean;
  isDeleted: boolean;
}

/** Runs acts on the database, and on a model that knows for each address the post that had it last, or a target by hand. */
function walk() {
  const posts: Post[] = [];
  const holders = new Map<string, Post | string>();
  const addressOf = ({ slug }: Post) => `/post/${slug}`;
  const at = (address: string) => posts.find((post) => !post.isDeleted && addressOf(post) === address);
  const holdersAre = (before: (holder: Post | string, address: string) => boolean, after: Post | string) => {
    for (const [address, holder] of holders) if (before(holder, address)) holders.set(address, after);
  };

  function takes(post: Post): void {
    const address = addressOf(post);
    if (post.isPublic) holders.set(address, post);
    else if ([...holders.values()].includes(post)) holders.delete(address);
  }

  function leaves(post: Post, change: () => void): void {
    if (post.isPublic) holdersAre((holder) => holder === addressOf(post), post);
    change();
  }

  const put = {
    async create({ slug, isPublic }: Act) {
      const row = { title: slug, slug, content: 'Text', published_at: isPublic ? LONG_AGO : null };
      const { data } = await as.staff.from('posts').insert(row).select('id').maybeSingle();
      if (!data) return;
      const post = { id: data.id, slug, isPublic, isDeleted: false };
      posts.push(post);
      takes(post);
    },
    async rename({ slug }: Act, post: Post) {
      if (slug === post.slug || (await as.staff.from('posts').update({ slug }).eq('id', post.id)).error) return;
      leaves(post, () => {
        post.slug = slug;
      });
      takes(post);
    },
    async 'rename and withdraw'({ slug }: Act, post: Post) {
      const columns = { slug, published_at: null };
      if (slug === post.slug || (await as.staff.from('posts').update(columns).eq('id', post.id)).error) return;
      leaves(post, () => Object.assign(post, { slug, isPublic: false }));
      takes(post);
    },
    async publish(_: Act, post: Post) {
      if (post.isPublic) return;
      await change('posts', post.id, { published_at: LONG_AGO });
      post.isPublic = true;
      takes(post);
    },
    async withdraw(_: Act, post: Post) {
      if (!post.isPublic) return;
      await change('posts', post.id, { published_at: null });
      post.isPublic = false;
      holders.delete(addressOf(post));
    },
    async delete(_: Act, post: Post) {
      await remove('posts', post.id);
      leaves(post, () => {
        post.isDeleted = true;
      });
    },
    async restore(_: Act, post: Post) {
      await restore(post.id).throwOnError();
      post.isDeleted = false;
      post.slug = (await as.staff.from('posts').select('slug').eq('id', post.id).single().throwOnError()).data.slug;
      takes(post);
    },
    async import({ slug, address, isPublic }: Act) {
      const before = at(address);
      const row = {
        title: slug,
        slug,
        content: 'Text',
        published_at: isPublic ? LONG_AGO : null,
        addresses: [address],
      };
      if (!(await importer(as, 'posts').run([row])).done) return;
      // One that is the same already gets the address alone.
      let post = at(`/post/${slug}`);
      if (!post) {
        const { id } = (await as.staff.from('posts').select('id').eq('slug', slug).single().throwOnError()).data;
        post = { id, slug, isPublic, isDeleted: false };
        posts.push(post);
        takes(post);
      }
      if (at(address)?.isPublic || holders.has(address) || address === addressOf(post)) return;
      holdersAre((holder, from) => holder === address || (holder === before && from !== address), post);
      holders.set(address, post);
      takes(post);
    },
    async 'by hand'({ address, target }: Act) {
      const next = holders.get(target);
      const leads = at(target)?.isPublic || next === undefined ? (at(target) ?? target) : next;
      if ((await redirect(address, target)).error) return;
      const before = at(address);
      holdersAre((holder, from) => holder === address || (holder === before && from !== address), leads);
      holders.set(address, leads);
    },
    async end({ address }: Act) {
      await as.staff.from('redirects').delete().eq('address', address).throwOnError();
      if (!at(address)?.isPublic) holders.delete(address);
    },
  };

  return {
    async run(act: Act) {
      const among = posts.filter(({ isDeleted }) => isDeleted === (act.act === 'restore'));
      const post = among[act.pick % among.length];
      if (post || ['create', 'import', 'by hand', 'end'].includes(act.act)) await put[act.act](act, post as Post);
    },
    /** A target, null for what is gone; undefined where there is a page or nothing. */
    expected(address: string): string | null | undefined {
      const holder = holders.get(address);
      if (at(address)?.isPublic || holder === undefined || typeof holder === 'string')
        return at(address)?.isPublic ? undefined : (holder as string | undefined);
      if (holder.isDeleted) return holder.isPublic ? null : undefined;
      return holder.isPublic ? addressOf(holder) : undefined;
    },
  };
}

test('after random acts each address leads to the record that had it last, at once, or nowhere', async () => {
  const { run, expected } = walk();
  const samples = fc.sample(acts, { numRuns: rounds({ short: 60, long: 2000 }), seed: FUZZ_SEED });
  for (const [round, act] of samples.entries()) {
    await run(act);
    const led = await redirects();
    const seen = Object.fromEntries(ADDRESSES.map((address) => [address, led[address]]));
    const model = Object.fromEntries(ADDRESSES.map((address) => [address, expected(address)]));
    expect({ round, act, seen }).toEqual({ round, act, seen: model });
    const stored = (await as.staff.from('redirects').select('address, target').throwOnError()).data;
    const addresses = stored.map(({ address }) => address);
    expect(stored.filter(({ target }) => addresses.includes(target?.split('#')[0]))).toEqual([]);
  }
}, 600_000);
