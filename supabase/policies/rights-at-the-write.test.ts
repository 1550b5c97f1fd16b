import { rounds } from '@ki/shared/testing/rounds.ts';
import { describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { afterWaiting, somebodyWaits } from './testing/locks.ts';
import { givenRecords } from './testing/records.ts';
import { rules, type TableName, type TableRules } from './testing/rules.ts';

const ROUNDS = rounds({ short: 17, long: 1000 });
const MINUTES = 10 * 60_000;

const backend = givenBackend({ hasTeam: true });
const { as, owner, team } = backend;
const records = givenRecords(backend);

type Client = Account['client'];
type Answer = { error: { code: string; message: string } | null };

interface Write {
  /** Locked by another transaction while the write runs. */
  readonly held: string;
  readonly start: (client: Client) => PromiseLike<Answer>;
  /** What visitors or staff would see of it. */
  readonly seen: string;
}

const post = ids.publishedPost;
const DRAFT = { kind: 'posts', record: post, base: null, version: null };
const locked = (table: string, id: string) => `select from public.${table} where id = '${id}' for update`;
const ofPost = {
  held: locked('posts', post),
  seen: 'select title, content from public.posts union all select relation, content::text from public.drafts',
};

/** Of an article that the writer is having written. */
const RECEIPT = '8f3b2c1d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

/** Functions that authors call, too: they are not refused after a lower role. */
const ofAuthors: Readonly<Record<string, Write>> = {
  'a preview': {
    held: ofPost.held,
    start: (client) => client.rpc('create_preview', { kind: 'posts', record: post }),
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
};
const ofPublishers: Readonly<Record<string, Write>> = {
  'a saved draft': {
    ...ofPost,
    start: (client) => client.rpc('save_draft', { ...DRAFT, columns: { title: 'Anders' }, publish_at: null }),
  },
  'a published draft': {
    ...ofPost,
    start: (client) => client.rpc('publish_draft', { ...DRAFT, columns: { title: 'Anders' } }),
  },
};
const ofRows: Readonly<Record<string, Write>> = {
  'a change of a published post': {
    ...ofPost,
    start: (client) => client.from('posts').update({ title: 'Anders' }).eq('id', post),
  },
};

/** What ends a right, as another transaction does it. */
const REMOVAL = 'delete from private.staff where user_id = $1';
const LOWER_ROLE = "update private.staff set role = 'author' where user_id = $1";
const LOCK_OF_STAFF = 'lock table private.staff in share row exclusive mode';

const claimArticle = ({ id }: Account) =>
  owner.query("insert into private.article_claims (user_id, receipt, asked) values ($1, $2, '\\x00')", [id, RECEIPT]);

/** An act of an account that waits for a lock, while its right ends, is refused and changes nothing. */
async function expectRefusal(act: () => PromiseLike<Answer>, end: string, seen: string, lock = LOCK_OF_STAFF) {
  const before = await owner.query(seen);
  const answer = await afterWaiting(owner, {
    lock: (ending) => ending.execute(lock),
    act,
    meanwhile: (ending) => ending.query(end, [team.publisher.id]),
  });
  expect(answer.error?.code).toBe('42501');
  expect(await owner.query(seen)).toEqual(before);
}

const writesAfter = (removal: string, end: string, writes: Readonly<Record<string, Write>>) =>
  Object.entries(writes).map(([name, write]) => [name, removal, end, write] as const);

test.each([
  ...writesAfter('a removal', REMOVAL, { ...ofAuthors, ...ofPublishers }),
  ...writesAfter('a lower role', LOWER_ROLE, ofPublishers),
])('%s waits for %s that began before it, and is refused', async (_, _removal, end, { start, seen }) => {
  await claimArticle(team.publisher);
  await expectRefusal(() => start(team.publisher.client), end, seen);
});

async function givenRow(table: TableName): Promise<string> {
  if (table === 'site') return String((await owner.query('select id from public.site'))[0]?.id);
  const inserted = as.service.from(table).insert({ ...rules[table].row } as never);
  return (await inserted.select('id').single<{ id: string }>().throwOnError()).data.id;
}

const rowWrites = Object.entries<TableRules>(rules)
  .filter(([, { writtenBy }]) => writtenBy === 'staff')
  .flatMap(([table, { hasOneRow }]) =>
    (hasOneRow ? (['update'] as const) : (['insert', 'update', 'delete'] as const)).map((operation) => ({
      table: table as TableName,
      operation,
    })),
  );

test.each(rowWrites)(
  '$operation in $table waits for what ends the right to it, and is refused, also when it waits for its row',
  async ({ table, operation }) => {
    const { row, change }: TableRules = rules[table];
    const id = await givenRow(table);
    if (operation === 'insert') await owner.query(`delete from public.${table} where id = $1`, [id]);
    const act = (): PromiseLike<Answer> => {
      const rows = team.publisher.client.from(table as string);
      if (operation === 'insert') return rows.insert(row);
      return (operation === 'update' ? rows.update(change) : rows.delete()).eq('id', id);
    };
    const seen = `select * from public.${table} order by id`;
    const giveBack = () =>
      owner.query("insert into private.staff values ($1) on conflict (user_id) do update set role = 'publisher'", [
        team.publisher.id,
      ]);
    await expectRefusal(act, REMOVAL, seen);
    if (operation === 'insert') return;
    await giveBack();
    await expectRefusal(act, REMOVAL, seen, locked(table, id));
    // Authors have workflows, too.
    if (table === 'workflows') return;
    await giveBack();
    await expectRefusal(act, LOWER_ROLE, seen);
  },
);

const removals: Readonly<Record<string, (writer: Account) => PromiseLike<Answer>>> = {
  'a removal': ({ id }) => as.staff.rpc('remove_staff', { account: id }),
  'a deletion of the account': ({ client, id }) => client.rpc('delete_account', { account: id }),
  'a lower role': ({ id }) => as.staff.rpc('set_role', { account: id, role: 'author' }),
};
const pairs = Object.entries({ ...ofAuthors, ...ofPublishers, ...ofRows }).flatMap(([write, first]) =>
  Object.entries(removals)
    .filter(([removal]) => !(removal === 'a lower role' && write in ofAuthors))
    .map(([removal, end]) => ({ what: `${write}, ${removal}`, first, end })),
);

test('no right survives: a removal answers after each write that it found under way', {
  timeout: MINUTES,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { what, first, end } = pairs[round % pairs.length] as (typeof pairs)[number];
    const writer = await backend.giveRole();
    await claimArticle(writer);
    const { written, removed } = await owner.transaction(async (holding) => {
      await holding.query(first.held);
      const started = Promise.resolve(first.start(writer.client));
      await somebodyWaits(holding);
      const ending = Promise.resolve(end(writer)).then(async (answer) => ({
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
  const { client, id } = await backend.giveRole();
  const answer = await afterWaiting(owner, {
    lock: (holding) => holding.query('select from private.settings for update'),
    act: () => client.rpc('take_ai_call'),
    meanwhile: () => owner.query('delete from auth.users where id = $1', [id]),
  });
  expect(answer.error).toMatchObject({ code: '42501', message: 'Only staff may do this.' });
});

const inAMinute = () => new Date(Date.now() + 60_000).toISOString();
async function dueNow() {
  await owner.query("update public.drafts set publish_at = now() - interval '1 second' where publish_at is not null");
  return records.publishDue();
}

test('a scheduled draft waits when whoever set its time may not publish any more, and staff are told', async () => {
  const writer = team.publisher;
  const columns = { title: 'Anders' };
  await writer.client.rpc('save_draft', { ...DRAFT, columns, publish_at: inAMinute() }).throwOnError();
  await records.call('set_role', { account: writer.id, role: 'editor' });
  expect(await dueNow()).toBe(0);
  const failure = expect.stringContaining('Editors publish only what they created');
  expect(await records.readDraft(post)).toMatchObject({ content: columns, publish_at: null, failure });
});

test('a time that a removed account had set publishes nothing, and one that staff set again does', async () => {
  const writer = team.publisher;
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
  const email = 'zurueck@example.com';
  const editor = await backend.giveRole('editor', email);
  const comesBack = async (inviting: Account['client']) => {
    await records.call('remove_staff', { account: editor.id });
    const token = await records.call('invite_colleague', { address: email, remark: '' }, inviting);
    await backend.renewPassword(editor, email);
    expect(await records.call('accept_invitation', { token }, editor.client)).toBe('accepted');
    return records.call('own_role', {}, editor.client);
  };
  expect(await comesBack(team.publisher.client)).toBe('editor');
  expect(await comesBack(as.staff)).toBe('publisher');
});

test('an editor changes no menu and no footer, and still the address of an own page that is linked', async () => {
  const { client } = team.editor;
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
    const { client } = team[role];
    const picture = await records.add('pictures', row, client);
    await records.change('posts', post, columns(picture));
    const change = () => client.from('pictures').update({ alt: 'Anders' }).eq('id', picture);
    expect((await change()).error?.code).toBe('42501');
    expect((await client.from('pictures').delete().eq('id', picture)).error?.code).toBe('42501');
    await records.change('posts', post, { picture: null, content: 'Text' });
    expect((await change()).error).toBeNull();
  });

  test('also before its upload, and while it is scheduled', async () => {
    const { client, id: author } = team.author;
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
    const { client, id: editor } = team.editor;
    await owner.query('delete from public.trail');
    for (const id of [post, ids.course, ids.workshop, ids.lessonA, ids.category])
      expect((await client.from('pictures').insert({ id, ...row })).error?.code).toBe('23505');
    const change = client.from('posts').update({ title: 'Anders' }).eq('id', post);
    expect((await change).error?.code).toBe('42501');
    expect(await owner.query('select from private.owners where account = $1', [editor])).toEqual([]);
  });
});

test('an id that a client chose is compared with those of every table', async () => {
  const tables = Object.keys(rules).filter((table) => table !== 'trail');
  // Some have no row among the fixtures, and refer to rows that these do not need.
  await owner.execute(`
    set session_replication_role = replica;
    insert into public.pages (title, slug, content) values ('Seite', 'seite-x', 'Text');
    insert into public.pictures (title) values ('Bild');
    insert into public.redirects (address, target) values ('/alt', '/neu');
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
  const { client, id: author } = await backend.giveRole('author');
  const own = await records.add('courses', { title: 'Eigen', slug: 'eigen' }, client);
  const seen = 'select id, description from public.courses order by id';
  const before = await owner.query(seen);
  const answer = await afterWaiting(owner, {
    lock: (first) => first.execute(locked('courses', own)),
    act: () => client.from('courses').update({ description: 'Fremd' }).in('id', [own, ids.course]),
    meanwhile: (first) => first.query('select private.erase_account($1)', [author]),
  });
  expect(answer.error?.code).toBe('42501');
  expect(await owner.query(seen)).toEqual(before);
});

/** Their token is no deploy token. */
const LINKS = ['accept_invitation', 'read_invitation', 'read_preview'];

test('a session of sixteen minutes is refused by each function that takes a deploy token or null', async () => {
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
