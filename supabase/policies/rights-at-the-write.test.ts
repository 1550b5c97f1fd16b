import { rounds } from '@ki/shared/testing/rounds.ts';
import { describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { afterWaiting, somebodyWaits } from './testing/locks.ts';
import { rules, type TableName } from './testing/rules.ts';

const ROUNDS = rounds({ short: 200, long: 1000 });
const MINUTES = 10 * 60_000;

const backend = givenBackend();
let writer: Account;

type Answer = { error: { code: string; message: string } | null };

interface Write {
  /** Locked by another transaction while the write runs. */
  readonly held: string;
  readonly start: (client: Account['client']) => PromiseLike<Answer>;
  /** What visitors or staff would see of it. */
  readonly seen: string;
}

const DRAFT = { kind: 'posts', record: ids.publishedPost, base: null, version: null };
const locked = (table: string, id: string) => `select from public.${table} where id = '${id}' for update`;
const POST = locked('posts', ids.publishedPost);
const SEEN = 'select title, content from public.posts union all select relation, content::text from public.drafts';

const writes: Readonly<Record<string, Write>> = {
  'a change of a published post': {
    held: POST,
    start: (client) => client.from('posts').update({ title: 'Anders' }).eq('id', ids.publishedPost),
    seen: SEEN,
  },
  'a deletion of a post': {
    held: POST,
    start: (client) => client.from('posts').delete().eq('id', ids.publishedPost),
    seen: SEEN,
  },
  'a saved draft': {
    held: POST,
    start: (client) => client.rpc('save_draft', { ...DRAFT, columns: { title: 'Anders' }, publish_at: null }),
    seen: SEEN,
  },
  'a published draft': {
    held: POST,
    start: (client) => client.rpc('publish_draft', { ...DRAFT, columns: { title: 'Anders' } }),
    seen: SEEN,
  },
  'a preview': {
    held: POST,
    start: (client) => client.rpc('create_preview', { kind: 'posts', record: ids.publishedPost }),
    seen: 'select id::text from private.previews',
  },
  'a changed workshop': {
    held: locked('workshops', ids.workshop),
    start: (client) => client.from('workshops').update({ title: 'Anders' }).eq('id', ids.workshop),
    seen: 'select title from public.workshops',
  },
  'a changed category': {
    held: locked('categories', ids.category),
    start: (client) => client.from('categories').update({ name: 'Anders' }).eq('id', ids.category),
    seen: 'select name from public.categories',
  },
};

interface Removal {
  readonly start: () => PromiseLike<Answer>;
  /** As another transaction would do it, without ending. */
  readonly begin: string;
  /** What the account may still do is refused by its role. */
  readonly isDemotion?: true;
}

const removals: Readonly<Record<string, Removal>> = {
  'a removal': {
    start: () => backend.as.staff.rpc('remove_staff', { account: writer.id }),
    begin: 'delete from private.staff where user_id = $1',
  },
  'a lower role': {
    start: () => backend.as.staff.rpc('set_role', { account: writer.id, role: 'author' }),
    begin: "update private.staff set role = 'author' where user_id = $1",
    isDemotion: true,
  },
  'a deletion of the account': {
    start: () => writer.client.rpc('delete_account', { account: writer.id }),
    begin: 'delete from private.staff where user_id = $1',
  },
};

/** Drafts and previews are for all of staff: a lower role loses what it publishes. */
const mayAuthors = ['a preview'];

const pairs = Object.entries(writes).flatMap(([write, first]) =>
  Object.entries(removals)
    .filter(([, { isDemotion }]) => !(isDemotion && mayAuthors.includes(write)))
    .map(([removal, second]) => ({ write, removal, first, second })),
);

async function givenWriter(): Promise<void> {
  writer = await backend.giveRole();
}

test.each(pairs)('$write waits for $removal that began before it, and is refused', async ({ first, second }) => {
  await givenWriter();
  const before = await backend.owner.query(first.seen);
  const answer = await afterWaiting(backend.owner, {
    lock: (removing) => removing.execute('lock table private.staff in share row exclusive mode'),
    act: () => first.start(writer.client),
    meanwhile: (removing) => removing.query(second.begin, [writer.id]),
  });
  expect(answer.error?.code).toBe('42501');
  expect(await backend.owner.query(first.seen)).toEqual(before);
});

async function givenRow(table: TableName): Promise<string> {
  if (table === 'site') return String((await backend.owner.query('select id from public.site'))[0]?.id);
  const inserted = backend.as.service.from(table).insert({ ...rules[table].row } as never);
  return (await inserted.select('id').single<{ id: string }>().throwOnError()).data.id;
}

describe.each(Object.keys(rules).filter((table) => rules[table as TableName].writtenBy === 'staff'))('%s', (name) => {
  const table = name as TableName;
  const all = `select * from public.${table} order by id`;
  const ofEveryRole = ['workflows'];

  test.each([
    ['an insert', () => writer.client.from(table).insert({ ...rules[table].row } as never)],
    [
      'an update',
      (id: string) =>
        writer.client
          .from(table)
          .update({ ...rules[table].change } as never)
          .eq('id', id),
    ],
    ['a deletion', (id: string) => writer.client.from(table).delete().eq('id', id)],
  ])('%s waits for what ends the right to it, and is refused', async (operation, start) => {
    for (const { begin, isDemotion } of Object.values(removals)) {
      if (isDemotion && (ofEveryRole.includes(table) || operation === 'an insert')) continue;
      if (table === 'site' && operation !== 'an update') continue;
      await backend.restore();
      await givenWriter();
      const id = await givenRow(table);
      if (operation === 'an insert') await backend.owner.query(`delete from public.${table} where id = $1`, [id]);
      const before = await backend.owner.query(all);
      const answer = await afterWaiting(backend.owner, {
        lock: (removing) => removing.execute('lock table private.staff in share row exclusive mode'),
        act: () => start(id),
        meanwhile: (removing) => removing.query(begin, [writer.id]),
      });
      expect(answer.error?.code).toBe('42501');
      expect(await backend.owner.query(all)).toEqual(before);
    }
  });
});

test('no right survives: a removal answers after each write that it found under way', {
  timeout: MINUTES,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { write, removal, first, second } = pairs[round % pairs.length] as (typeof pairs)[number];
    const what = `round ${round}: ${write}, ${removal}`;
    await givenWriter();
    const { written, removed } = await backend.owner.transaction(async (holding) => {
      await holding.query(first.held);
      const started = Promise.resolve(first.start(writer.client));
      await somebodyWaits(holding);
      const ending = Promise.resolve(second.start()).then(async (answer) => ({
        ...answer,
        left: await backend.owner.query(first.seen),
      }));
      return { written: started, removed: ending };
    });
    const [{ error }, { error: fault, left }] = await Promise.all([written, removed]);
    expect(fault, what).toBeNull();
    expect(error === null || error.code === '42501', `${what}: ${error?.message}`).toBe(true);
    expect(await backend.owner.query(first.seen), what).toEqual(left);
    await first.start(writer.client);
    expect(await backend.owner.query(first.seen), what).toEqual(left);
    await backend.restore();
  }
});

test('a scheduled draft waits when whoever set its time may not publish any more, and staff are told', async () => {
  await givenWriter();
  const at = new Date(Date.now() + 60_000).toISOString();
  const columns = { title: 'Anders' };
  await writer.client.rpc('save_draft', { ...DRAFT, columns, publish_at: at }).throwOnError();
  await backend.owner.query("update public.drafts set publish_at = now() - interval '1 second'");
  await backend.as.staff.rpc('set_role', { account: writer.id, role: 'editor' }).throwOnError();
  expect(await backend.owner.query('select private.publish_due_drafts() as n')).toEqual([{ n: 0 }]);
  const { data } = await backend.as.staff.from('drafts').select('content, failure, publish_at');
  expect(data).toMatchObject([
    { content: columns, publish_at: null, failure: expect.stringContaining('Editors publish only what they created') },
  ]);
});

test('a time that a removed account had set publishes nothing, and one that staff set again does', async () => {
  await givenWriter();
  const at = new Date(Date.now() + 60_000).toISOString();
  const save = (client: Account['client'], version: unknown) =>
    client.rpc('save_draft', { ...DRAFT, version, columns: { title: 'Anders' }, publish_at: at });
  const { data: version } = await save(writer.client, null);
  await backend.as.staff.rpc('remove_staff', { account: writer.id }).throwOnError();
  const due = async () => {
    await backend.owner.query(
      "update public.drafts set publish_at = now() - interval '1 second' where publish_at is not null",
    );
    const [row] = await backend.owner.query<{ n: number }>('select private.publish_due_drafts() as n');
    return row?.n;
  };
  expect(await due()).toBe(0);
  const { data: kept } = await backend.as.staff.from('drafts').select('updated_at, failure').single();
  expect(kept?.failure).toContain('not staff any more');
  expect((await save(backend.as.staff, version)).error?.code).toBe('PT409');
  expect((await save(backend.as.staff, kept?.updated_at)).error).toBeNull();
  expect(await due()).toBe(1);
});

test('a preview ends with the rights of whoever made it', async () => {
  await givenWriter();
  const made = await writer.client.rpc('create_preview', { kind: 'posts', record: ids.publishedPost });
  const read = async () => (await backend.as.visitor.rpc('read_preview', { token: String(made.data) })).data;
  expect(await read()).toMatchObject({ relation: 'posts' });
  await backend.as.staff.rpc('remove_staff', { account: writer.id }).throwOnError();
  expect(await read()).toBeNull();
  await backend.owner.query('insert into private.staff (user_id) values ($1)', [writer.id]);
  expect(await read()).toBeNull();
});

test('an account that comes back has the role that an operator gave it, unless an operator invites it', async () => {
  const publisher = await backend.giveRole();
  const email = 'zurueck@example.com';
  const editor = await backend.giveRole('editor', email);
  const comesBack = async (inviting: Account['client']) => {
    await backend.as.staff.rpc('remove_staff', { account: editor.id });
    const { data: token } = await inviting.rpc('invite_colleague', { address: email, remark: '' }).throwOnError();
    await backend.owner.query(
      'insert into private.passwords values ($1) on conflict (user_id) do update set set_at = now()',
      [editor.id],
    );
    await editor.client.auth.signInWithPassword({ email, password: 'geheim-genug' });
    expect((await editor.client.rpc('accept_invitation', { token })).data).toBe('accepted');
    return (await editor.client.rpc('own_role')).data;
  };
  expect(await comesBack(publisher.client)).toBe('editor');
  expect(await comesBack(backend.as.staff)).toBe('publisher');
});

test('an editor changes no menu and no footer, and still the address of an own page that is linked', async () => {
  const editor = await backend.giveRole('editor');
  const columns = { title: 'Eigene', slug: 'eigene', description: '', content: 'Text', published_at: '2020-01-01' };
  const save = (more: object, record: string | null = null, client = editor.client) =>
    client.rpc('save_page', { record, base: null, columns: { ...columns, links: [], ...more } });
  const linked = { links: [{ place: 'menu' }] };
  expect((await save(linked)).error).toMatchObject({
    code: '42501',
    message: 'Only publishers may do this.',
  });
  const page = String((await save({}).throwOnError()).data);
  const direct = editor.client.from('links').insert({ page_id: page, place: 'menu', label: 'X', address: '/eigene' });
  expect((await direct).error?.code).toBe('42501');
  await save(linked, page, backend.as.staff).throwOnError();
  await save({ ...linked, slug: 'anders' }, page).throwOnError();
  const { data } = await backend.as.staff.from('links').select('address').eq('page_id', page).single();
  expect(data?.address).toBe('/anders');
  expect((await save({ ...linked, links: [{ place: 'footer' }], slug: 'anders' }, page)).error?.code).toBe('42501');
});

describe('a picture obeys the record that shows it', () => {
  const given = async (role: 'author' | 'editor') => {
    const { client } = await backend.giveRole(role);
    const { data } = await client
      .from('pictures')
      .insert({ title: 'Bild', alt: 'Ein Bild' })
      .select('id')
      .single()
      .throwOnError();
    return { client, picture: data.id };
  };
  const attempts = async ({ client, picture }: Awaited<ReturnType<typeof given>>) => [
    (await client.from('pictures').update({ alt: 'Anders' }).eq('id', picture)).error?.code,
    (await client.from('pictures').delete().eq('id', picture)).error?.code,
  ];

  test.each(['author', 'editor'] as const)('an %s leaves one in a published post of others as it is', async (role) => {
    const own = await given(role);
    await backend.as.staff.from('posts').update({ picture: own.picture }).eq('id', ids.publishedPost).throwOnError();
    expect(await attempts(own)).toEqual(['42501', '42501']);
    await backend.as.staff.from('posts').update({ picture: null }).eq('id', ids.publishedPost).throwOnError();
    expect((await own.client.from('pictures').update({ alt: 'Anders' }).eq('id', own.picture)).error).toBeNull();
  });

  test('its id is that of no other record', async () => {
    const { client } = await given('author');
    for (const id of [ids.publishedPost, ids.course, ids.workshop])
      expect((await client.from('pictures').insert({ id, title: 'Bild', alt: 'Ein Bild' })).error?.code).toBe('23505');
  });
});

describe('a session of sixteen minutes', () => {
  /** Their token is no deploy token. */
  const LINKS = ['accept_invitation', 'read_invitation', 'read_preview'];

  test('is refused by each function that takes a deploy token or null', async () => {
    const functions = await backend.owner.query<{ name: string; args: readonly string[] }>(
      `select p.proname as name, p.proargnames[1:p.pronargs] as args from pg_proc p
       where p.pronamespace = 'public'::regnamespace and 'token' = any (p.proargnames)
         and has_function_privilege('authenticated', p.oid, 'execute')`,
    );
    const named = functions.filter(({ name }) => !LINKS.includes(name));
    expect(named.length).toBeGreaterThan(20);
    await backend.owner.query("update auth.sessions set created_at = now() - interval '16 minutes'");
    for (const { name, args } of named) {
      const nothing = Object.fromEntries(args.map((arg) => [arg, null]));
      const { error } = await backend.as.staff.rpc(name as 'read_registry', nothing as never);
      expect(['PT401', '42501'], `${name}: ${error?.message}`).toContain(error?.code);
    }
  });
});
