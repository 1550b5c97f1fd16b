import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, stored, givenDraft, ...records } = givenRecords(backend);

const post = ids.publishedPost;
const create = (kind = 'posts', record: string = post): Promise<string> => call('create_preview', { kind, record });
const read = (token: string, lesson?: string) => call('read_preview', { token, ...(lesson && { lesson }) }, as.visitor);
const rowOf = async (kind: string, record: string) => (await read(await create(kind, record))).row;
const list = (): Promise<readonly { readonly id: string }[]> => call('list_previews', { record: post });
const revokeNewest = async () => call('revoke_preview', { preview: (await list())[0]?.id });

describe('a link shows', () => {
  test.each<[string, () => string | Promise<string>, object, object]>([
    [
      'posts',
      () => post,
      { title: 'Entwurf', slug: 'anders', category_id: ids.category, author: 'Ada' },
      // Its page is rendered at the address of the record.
      { title: 'Entwurf', slug: 'veroeffentlicht', author: 'Ada', category: { name: 'Praxis', slug: 'praxis' } },
    ],
    [
      'pages',
      records.givenPage,
      { title: 'Entwurf', content: 'Neu' },
      { title: 'Entwurf', content: 'Neu', slug: 'seite' },
    ],
    ['workshops', () => ids.workshop, { title: 'Neu', duration: '2:30' }, { title: 'Neu', duration: '02:30:00' }],
    ['courses', () => ids.course, { title: 'Neu', course_category_id: null }, { title: 'Neu', category: null }],
  ])('the draft over the record: %s', async (kind, given, columns, shown) => {
    const record = await given();
    await givenDraft(record, columns, { kind });
    const preview = await read(await create(kind, record));
    expect(preview).toMatchObject({ relation: kind, row: { id: record, ...shown } });
    expect((Date.parse(preview.expires_at) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
  });

  test('what is stored where there is no draft, unpublished or not, and a post without a time as published now', async () => {
    for (const [kind, record] of [
      ['posts', ids.draftPost],
      ['courses', ids.draftCourse],
    ] as const)
      expect(await rowOf(kind, record)).toMatchObject(await stored(kind, record, 'title'));
    const { published_at } = await rowOf('posts', ids.draftPost);
    expect(Math.abs(Date.parse(published_at) - Date.now())).toBeLessThan(600_000);
  });

  test('no column that visitors may not read', async () => {
    await owner.execute(`alter table posts add column note text; revoke select on posts from anon;
      grant select (id, title) on posts to anon; update posts set note = 'geheim' where id = '${post}'`);
    try {
      expect(Object.keys(await rowOf('posts', post)).sort()).toEqual(['category', 'id', 'published_at', 'title']);
    } finally {
      await owner.execute('alter table posts drop column note; grant select on posts to anon');
    }
  });
});

describe('the link of a course', () => {
  const kind = 'courses';
  const lesson = { id: randomUUID(), title: 'Neue Lektion', content: 'Text', duration: '00:07:00' };

  async function givenModule(): Promise<void> {
    const version = await givenDraft(ids.course, {}, { kind });
    const [first] = (await records.readDraft(ids.course)).content.modules;
    const modules = [{ id: randomUUID(), title: 'Neues Modul', lessons: [lesson] }, first];
    await givenDraft(ids.course, { modules }, { kind, version });
  }

  test('has the modules and lessons of the draft in order, with its totals, and what a new one has by default', async () => {
    await givenModule();
    const row = await rowOf(kind, ids.course);
    const { content: _, ...shown } = lesson;
    const lessons = [{ ...shown, lesson_type: 'text', order_position: 0 }];
    const modules = [{ title: 'Neues Modul', description: '', order_position: 0, lessons }, {}];
    expect(row).toMatchObject({ module_count: 2, lesson_count: 3, lesson: null, modules });
    expect(JSON.stringify(row.modules)).not.toContain('"content"');
  });

  test('has the lesson that is asked for, and none of another course', async () => {
    await givenModule();
    const token = await create(kind, ids.course);
    const shown = async (id: string) => (await read(token, id)).row.lesson;
    expect(await shown(lesson.id)).toMatchObject({ ...lesson, module: { course: { id: ids.course } } });
    expect(await shown(ids.lessonA)).toMatchObject({ id: ids.lessonA });
    for (const other of [ids.lessonOfDraft, randomUUID()]) expect(await shown(other)).toBeNull();
  });

  test('without a draft is the same as what visitors read', async () => {
    const columns = 'title, total_duration, module_count, lesson_count';
    const { data } = await as.visitor.from('courses').select(columns).eq('id', ids.course).single().throwOnError();
    const modules = [
      { title: 'Erstes Modul', lessons: [{ title: 'A' }, { title: 'B' }] },
      { title: 'Zweites Modul', lessons: [{ title: 'C' }] },
    ];
    expect(await rowOf(kind, ids.course)).toMatchObject({ ...data, modules });
  });
});

describe('a link has ended', () => {
  let maker: Account;
  beforeEach(async () => {
    maker = await backend.giveRole();
  });

  /** What ends a link, and with which token it is read then, if with another one. */
  const ends: Readonly<Record<string, (token: string) => PromiseLike<unknown> | string>> = {
    'when it was revoked': revokeNewest,
    'when it expired': () => owner.execute('update private.previews set expires_at = now()'),
    'while its record is deleted': () => records.remove('posts', post),
    'with the account that made it': () => owner.query('delete from auth.users where id = $1', [maker.id]),
    'with the rights of its maker, also when they come back': async () => {
      await call('remove_staff', { account: maker.id });
      await owner.query('insert into private.staff (user_id) values ($1)', [maker.id]);
    },
    'when one character differs': (token) => token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    'in another spelling': (token) => token.toUpperCase(),
    'and so has the stored hash of it': async () =>
      (await owner.query("select encode(token_hash, 'hex') as hash from private.previews"))[0]?.hash,
  };

  test.each(Object.entries(ends))('%s: the answer is that for a link which never was', async (_, end) => {
    await givenDraft(post, { title: 'Entwurf' });
    const token: string = await call('create_preview', { kind: 'posts', record: post }, maker.client);
    expect(await read(token)).not.toBeNull();
    const other = await end(token);
    expect(await read(typeof other === 'string' ? other : token)).toBeNull();
  });
});

describe('staff', () => {
  test('see the links of a record that work, newest first, and never a token', async () => {
    const entries = await owner.query('select from trail');
    const first = await create();
    await create('posts', ids.draftPost);
    const second = await create();
    const links = await list();
    const found = await owner.query(
      "select to_jsonb(p) as row from private.previews p union all select '1' from trail",
    );
    expect(found, 'no entry in the audit log').toHaveLength(3 + entries.length);
    expect(JSON.stringify(found)).not.toContain(second);
    expect(links).toHaveLength(2);
    expect(Object.keys(links[0] ?? {}).sort()).toEqual(['created_at', 'expires_at', 'id', 'made_by']);
    expect(links[0]).toMatchObject({ made_by: expect.stringContaining('@') });
    const ended = 'update private.previews set expires_at = now() where token_hash = sha256($1)';
    await owner.query(ended, [Buffer.from(first)]);
    expect(await list()).toEqual([links[0]]);
    expect(await read(second)).not.toBeNull();
  });

  test('make at most 20 links of a record at a time', async () => {
    const args = { kind: 'posts', record: post };
    const made = await Promise.all(Array.from({ length: 22 }, () => as.staff.rpc('create_preview', args)));
    const reasons = made.flatMap(({ error }) => error?.message ?? []);
    expect(reasons).toEqual(Array(2).fill('There are 20 links to this already; expected one to be revoked first.'));
    await revokeNewest();
    await create();
  });

  test.each([
    ['of an ad', 'ads', ids.activeAd, 'PT400'],
    ['of what is no record', 'posts', randomUUID(), 'PT404'],
    ['of a table without drafts', 'prompts', ids.activeSearchPrompt, 'PT400'],
  ])('make no link %s', async (_, kind, record, code) => {
    expect((await as.staff.rpc('create_preview', { kind, record })).error?.code).toBe(code);
  });
});
