import { rounds } from '@ki/shared/testing/rounds.ts';
import { describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { afterWaiting, somebodyWaits } from './testing/locks.ts';
import { givenRecords } from './testing/records.ts';
import { rules, type TableName, type TableRules } from './testing/rules.ts';

const ROUNDS = rounds({ short: 200, long: 1000 });
const MINUTES = 10 * 60_000;

const backend = givenBackend();
const { as, owner } = backend;
const records = givenRecords(backend);
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
const ofPost = {
  held: locked('posts', ids.publishedPost),
  seen: 'select title, content from public.posts union all select relation, content::text from public.drafts',
};

/** Of an article that the writer is having written. */
const RECEIPT = '8f3b2c1d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

const writes: Readonly<Record<string, Write>> = {
  'a change of a published post': {
    ...ofPost,
    start: (client) => client.from('posts').update({ title: 'Anders' }).eq('id', ids.publishedPost),
  },
  'a deletion of a post': {
    ...ofPost,
    start: (client) => client.from('posts').delete().eq('id', ids.publishedPost),
  },
  'a saved draft': {
    ...ofPost,
    start: (client) => client.rpc('save_draft', { ...DRAFT, columns: { title: 'Anders' }, publish_at: null }),
  },
  'a published draft': {
    ...ofPost,
    start: (client) => client.rpc('publish_draft', { ...DRAFT, columns: { title: 'Anders' } }),
  },
  'a preview': {
    held: ofPost.held,
    start: (client) => client.rpc('create_preview', { kind: 'posts', record: ids.publishedPost }),
    seen: 'select id::text from private.previews',
  },
  'rows of an import': {
    held: 'select from private.room for update',
    start: (client) => client.rpc('stage_import', { import: ids.course, first: 1, entries: [{ title: 'Neu' }] }),
    seen: 'select entry::text from private.import_rows',
  },
  'an AI call': {
    held: 'select from private.settings for update',
    start: (client) => client.rpc('take_ai_call'),
    seen: 'select receipt::text from private.ai_calls',
  },
  'sources of an article': {
    held: 'select from private.article_claims for update',
    start: (client) => client.rpc('queue_sources', { receipt: RECEIPT, sources: [{ url: 'https://example.com/a' }] }),
    seen: 'select url from public.sources',
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
    start: () => as.staff.rpc('remove_staff', { account: writer.id }),
    begin: 'delete from private.staff where user_id = $1',
  },
  'a lower role': {
    start: () => as.staff.rpc('set_role', { account: writer.id, role: 'author' }),
    begin: "update private.staff set role = 'author' where user_id = $1",
    isDemotion: true,
  },
  'a deletion of the account': {
    start: () => writer.client.rpc('delete_account', { account: writer.id }),
    begin: 'delete from private.staff where user_id = $1',
  },
};

/** A lower role loses what it publishes. These are for all of staff. */
const mayAuthors = ['a preview', 'rows of an import', 'an AI call', 'sources of an article'];

const pairs = Object.entries(writes).flatMap(([write, first]) =>
  Object.entries(removals)
    .filter(([, { isDemotion }]) => !(isDemotion && mayAuthors.includes(write)))
    .map(([removal, second]) => ({ write, removal, first, second })),
);

async function givenWriter(): Promise<void> {
  writer = await backend.giveRole();
  const claim = "insert into private.article_claims (user_id, receipt, asked) values ($1, $2, '\\x00')";
  await owner.query(claim, [writer.id, RECEIPT]);
}

/** An act of the writer that waits for what ends its right is refused, and changes nothing. */
async function expectRefusal(act: () => PromiseLike<Answer>, { begin }: Removal, seen: string): Promise<void> {
  const before = await owner.query(seen);
  const answer = await afterWaiting(owner, {
    lock: (removing) => removing.execute('lock table private.staff in share row exclusive mode'),
    act,
    meanwhile: (removing) => removing.query(begin, [writer.id]),
  });
  expect(answer.error?.code).toBe('42501');
  expect(await owner.query(seen)).toEqual(before);
}

test.each(pairs)('$write waits for $removal that began before it, and is refused', async ({ first, second }) => {
  await givenWriter();
  await expectRefusal(() => first.start(writer.client), second, first.seen);
});

async function givenRow(table: TableName): Promise<string> {
  if (table === 'site') return String((await owner.query('select id from public.site'))[0]?.id);
  const inserted = as.service.from(table).insert({ ...rules[table].row } as never);
  return (await inserted.select('id').single<{ id: string }>().throwOnError()).data.id;
}

const written = Object.entries<TableRules>(rules).filter(([, { writtenBy }]) => writtenBy === 'staff');

describe.each(written)('%s', (name, { row, change }) => {
  const table = name as TableName;
  const rows = () => writer.client.from(table as string);

  test.each<[string, (id: string) => PromiseLike<Answer>]>([
    ['an insert', () => rows().insert(row)],
    ['an update', (id) => rows().update(change).eq('id', id)],
    ['a deletion', (id) => rows().delete().eq('id', id)],
  ])('%s waits for what ends the right to it, and is refused', async (operation, start) => {
    for (const removal of Object.values(removals)) {
      if (removal.isDemotion && (table === 'workflows' || operation === 'an insert')) continue;
      if (table === 'site' && operation !== 'an update') continue;
      await backend.restore();
      await givenWriter();
      const id = await givenRow(table);
      if (operation === 'an insert') await owner.query(`delete from public.${table} where id = $1`, [id]);
      await expectRefusal(() => start(id), removal, `select * from public.${table} order by id`);
    }
  });
});

const rowWrites = Object.keys(rules)
  .filter((table) => rules[table as TableName].writtenBy === 'staff')
  .flatMap((table) => [
    { table: table as TableName, operation: 'an update' },
    ...(table === 'site' ? [] : [{ table: table as TableName, operation: 'a deletion' }]),
  ]);

test.each(rowWrites)(
  '$operation in $table that waits for its row is refused when the rights end meanwhile',
  async ({ table, operation }) => {
    await givenWriter();
    const id = await givenRow(table);
    const all = `select * from public.${table} order by id`;
    const before = await backend.owner.query(all);
    const rows = writer.client.from(table);
    const answer = await afterWaiting(backend.owner, {
      lock: (removing) => removing.execute(locked(table, id)),
      act: () =>
        (operation === 'an update' ? rows.update({ ...rules[table].change } as never) : rows.delete()).eq('id', id),
      meanwhile: (removing) => removing.query('delete from private.staff where user_id = $1', [writer.id]),
    });
    expect(answer.error?.code).toBe('42501');
    expect(await backend.owner.query(all)).toEqual(before);
  },
);

test('no right survives: a removal answers after each write that it found under way', {
  timeout: MINUTES,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { write, removal, first, second } = pairs[round % pairs.length] as (typeof pairs)[number];
    const what = `round ${round}: ${write}, ${removal}`;
    await givenWriter();
    const { written, removed } = await owner.transaction(async (holding) => {
      await holding.query(first.held);
      const started = Promise.resolve(first.start(writer.client));
      await somebodyWaits(holding);
      const ending = Promise.resolve(second.start()).then(async (answer) => ({
        ...answer,
        left: await owner.query(first.seen),
      }));
      return { written: started, removed: ending };
    });
    const [{ error }, { error: fault, left }] = await Promise.all([written, removed]);
    expect(fault, what).toBeNull();
    // An article that was being written ends with its account.
    expect(error === null || ['42501', 'PT409'].includes(error.code), `${what}: ${error?.message}`).toBe(true);
    expect(await owner.query(first.seen), what).toEqual(left);
    await first.start(writer.client);
    expect(await owner.query(first.seen), what).toEqual(left);
    await backend.restore();
  }
});

test('an AI call that waits while its account is deleted is refused by the role that is gone', async () => {
  await givenWriter();
  const { held, start } = writes['an AI call'] ?? expect.unreachable();
  const call = await owner.transaction(async (holding) => {
    await holding.query(held);
    const started = Promise.resolve(start(writer.client));
    await somebodyWaits(holding);
    await owner.query('delete from auth.users where id = $1', [writer.id]);
    return { started };
  });
  expect((await call.started).error).toMatchObject({ code: '42501', message: 'Only staff may do this.' });
});

const inAMinute = () => new Date(Date.now() + 60_000).toISOString();
async function dueNow() {
  await owner.query("update public.drafts set publish_at = now() - interval '1 second' where publish_at is not null");
  return records.publishDue();
}
const post = ids.publishedPost;

test('a scheduled draft waits when whoever set its time may not publish any more, and staff are told', async () => {
  await givenWriter();
  const columns = { title: 'Anders' };
  await writer.client.rpc('save_draft', { ...DRAFT, columns, publish_at: inAMinute() }).throwOnError();
  await records.call('set_role', { account: writer.id, role: 'editor' });
  expect(await dueNow()).toBe(0);
  const failure = expect.stringContaining('Editors publish only what they created');
  expect(await records.readDraft(post)).toMatchObject({ content: columns, publish_at: null, failure });
});

test('a time that a removed account had set publishes nothing, and one that staff set again does', async () => {
  await givenWriter();
  const draft = { ...DRAFT, columns: { title: 'Anders' }, publish_at: inAMinute() };
  const { data: version } = await writer.client.rpc('save_draft', draft).throwOnError();
  await records.call('remove_staff', { account: writer.id });
  expect(await dueNow()).toBe(0);
  const { failure, updated_at } = await records.readDraft(post);
  expect(failure).toContain('not staff any more');
  expect((await as.staff.rpc('save_draft', { ...draft, version })).error?.code).toBe('PT409');
  expect((await as.staff.rpc('save_draft', { ...draft, version: updated_at })).error).toBeNull();
  expect(await dueNow()).toBe(1);
});

test('an account that comes back has the role that an operator gave it, unless an operator invites it', async () => {
  const publisher = await backend.giveRole();
  const email = 'zurueck@example.com';
  const editor = await backend.giveRole('editor', email);
  const comesBack = async (inviting: Account['client']) => {
    await records.call('remove_staff', { account: editor.id });
    const token = await records.call('invite_colleague', { address: email, remark: '' }, inviting);
    await backend.renewPassword(editor, email);
    expect(await records.call('accept_invitation', { token }, editor.client)).toBe('accepted');
    return records.call('own_role', {}, editor.client);
  };
  expect(await comesBack(publisher.client)).toBe('editor');
  expect(await comesBack(as.staff)).toBe('publisher');
});

test('an editor changes no menu and no footer, and still the address of an own page that is linked', async () => {
  const { client } = await backend.giveRole('editor');
  const save = (more: object, record: string | null = null) => records.savePage(record, { ...more }, null, client);
  const linked = { links: [{ place: 'menu' }] };
  const refusal = { code: '42501', message: 'Only publishers may do this.' };
  expect((await save(linked)).error).toMatchObject(refusal);
  const page = String((await save({ links: [] }).throwOnError()).data);
  const link = { page_id: page, place: 'menu', label: 'X', address: '/seite' };
  expect((await client.from('links').insert(link)).error?.code).toBe('42501');
  await records.savePage(page, linked).throwOnError();
  await save({ ...linked, slug: 'anders' }, page).throwOnError();
  const { data } = await as.staff.from('links').select('address').eq('page_id', page).single();
  expect(data?.address).toBe('/anders');
  expect((await save({ links: [{ place: 'footer' }], slug: 'anders' }, page)).error?.code).toBe('42501');
});

describe('a picture obeys the record that shows it', () => {
  const row = { title: 'Bild', alt: 'Ein Bild' };

  test.each([
    ['author', (picture: string) => ({ picture })],
    ['editor', (picture: string) => ({ picture })],
    ['author', (picture: string) => ({ content: `![][a]\n\n[a]: /_pictures/${picture}` })],
    ['editor', (picture: string) => ({ content: `<img src="/_pictures/${picture.replaceAll('-', '&#45;')}">` })],
  ] as const)('an %s leaves one in a published post of others as it is', async (role, columns) => {
    const { client } = await backend.giveRole(role);
    const picture = await records.add('pictures', row, client);
    await records.change('posts', post, columns(picture));
    const change = () => client.from('pictures').update({ alt: 'Anders' }).eq('id', picture);
    expect((await change()).error?.code).toBe('42501');
    expect((await client.from('pictures').delete().eq('id', picture)).error?.code).toBe('42501');
    await records.change('posts', post, { picture: null, content: 'Text' });
    expect((await change()).error).toBeNull();
  });

  test('also before its upload, and while it is scheduled', async () => {
    const { client, id: author } = await backend.giveRole('author');
    const picture = await records.add('pictures', row, client);
    const upload = () =>
      client.storage
        .from('pictures')
        .upload(picture, new Blob(['bytes'], { type: 'image/png' }), { contentType: 'image/png' });
    await records.givenDraft(post, { picture }, { publish_at: inAMinute() });
    expect((await client.from('pictures').update({ alt: 'Anders' }).eq('id', picture)).error?.code).toBe('42501');
    await dueNow();
    // A row that waits for its upload since long: that of a new one follows at once.
    await owner.query("update public.pictures set created_at = now() - interval '1 hour' where id = $1", [picture]);
    expect((await upload()).error).toMatchObject({ message: expect.stringContaining('row-level security') });
    await records.change('posts', post, { picture: null });
    const waiting = await afterWaiting(owner, {
      lock: (removing) => removing.execute('lock table private.staff in share row exclusive mode'),
      act: upload,
      meanwhile: (removing) => removing.query('delete from private.staff where user_id = $1', [author]),
    });
    expect(waiting.error).not.toBeNull();
    expect(await owner.query('select from storage.objects')).toEqual([]);
  });

  test('its id is that of no other record, also after the audit log has forgotten this one', async () => {
    const { client, id: editor } = await backend.giveRole('editor');
    await backend.owner.query('delete from public.trail');
    for (const id of [post, ids.course, ids.workshop, ids.lessonA, ids.category])
      expect((await client.from('pictures').insert({ id, ...row })).error?.code).toBe('23505');
    const change = client.from('posts').update({ title: 'Anders' }).eq('id', post);
    expect((await change).error?.code).toBe('42501');
    expect(await backend.owner.query('select from private.owners where account = $1', [editor])).toEqual([]);
  });
});

test('an id that a client chose is compared with those of every table', async () => {
  const tables = Object.keys(rules).filter((table) => table !== 'trail');
  // Some have no row among the fixtures, and refer to rows that these do not need.
  await owner.execute(`
    set session_replication_role = replica;
    insert into public.pages (title, slug, content) values ('Seite', 'seite-x', 'Text');
    insert into public.pictures (title) values ('Bild');
    insert into public.drafts (relation, record_id, entry, content) values ('posts', gen_random_uuid(), 0, '{}');
    insert into public.sources (receipt, number, url) values (gen_random_uuid(), 1, 'https://example.com');
    insert into public.citation_checks (record_id) values (gen_random_uuid());
    set session_replication_role = origin`);
  const compared: string[] = [];
  for (const table of tables) {
    const rows = await owner.query<{ is_other: boolean }>(
      `select private.has_other_record('none', id) as is_other from public.${table} limit 1`,
    );
    if (rows[0]?.is_other) compared.push(table);
  }
  expect(compared).toEqual(tables);
});

test('an author who deletes the own account changes no course of others meanwhile', async () => {
  const author = await backend.giveRole('author');
  const inserted = author.client
    .from('courses')
    .insert({ title: 'Eigen', slug: 'eigen' } as never)
    .select('id');
  const own = (await inserted.single<{ id: string }>().throwOnError()).data.id;
  const seen = 'select id, description from public.courses order by id';
  const before = await backend.owner.query(seen);
  const answer = await afterWaiting(backend.owner, {
    lock: (first) => first.execute(locked('courses', own)),
    act: () => author.client.from('courses').update({ description: 'Fremd' }).in('id', [own, ids.course]),
    meanwhile: (first) => first.query('select private.erase_account($1)', [author.id]),
  });
  expect(answer.error?.code).toBe('42501');
  expect(await backend.owner.query(seen)).toEqual(before);
});

describe('a session of sixteen minutes', () => {
  /** Their token is no deploy token. */
  const LINKS = ['accept_invitation', 'read_invitation', 'read_preview'];

  test('is refused by each function that takes a deploy token or null', async () => {
    const functions = await owner.query<{ name: string; args: readonly string[] }>(
      `select p.proname as name, p.proargnames[1:p.pronargs] as args from pg_proc p
       where p.pronamespace = 'public'::regnamespace and 'token' = any (p.proargnames)
         and has_function_privilege('authenticated', p.oid, 'execute')`,
    );
    const named = functions.filter(({ name }) => !LINKS.includes(name));
    expect(named.length).toBeGreaterThan(20);
    await owner.query("update auth.sessions set created_at = now() - interval '16 minutes'");
    for (const { name, args } of named) {
      const nothing = Object.fromEntries(args.map((arg) => [arg, null]));
      const { error } = await as.staff.rpc(name as 'read_registry', nothing as never);
      expect(['PT401', '42501'], `${name}: ${error?.message}`).toContain(error?.code);
    }
  });
});
