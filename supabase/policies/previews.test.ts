import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

const backend = givenBackend();
const { as, owner } = backend;

type Row = Readonly<Record<string, unknown>>;
interface Preview {
  readonly relation: string;
  readonly expires_at: string;
  readonly row: Row;
}

const create = async (kind: string, record: string): Promise<string> =>
  (await as.staff.rpc('create_preview', { kind, record }).throwOnError()).data;
const read = async (token: string, lesson?: string): Promise<Preview | null> =>
  (await as.visitor.rpc('read_preview', { token, ...(lesson && { lesson }) }).throwOnError()).data;
const list = async (record: string) =>
  (await as.staff.rpc('list_previews', { record }).throwOnError()).data as readonly { id: string }[];
const draft = (kind: string, record: string, columns: Row) =>
  as.staff.rpc('save_draft', { kind, record, columns }).throwOnError();

async function givenPage(): Promise<string> {
  const columns = { title: 'Seite', slug: 'seite', description: '', content: 'Text', links: [{ place: 'footer' }] };
  return (await as.staff.rpc('save_page', { record: null, base: null, columns }).throwOnError()).data;
}

describe('a link shows', () => {
  test.each<[string, () => string | Promise<string>, Row, Row]>([
    [
      'posts',
      () => ids.publishedPost,
      { title: 'Entwurf', slug: 'anders', category_id: ids.category, author: 'Ada' },
      { title: 'Entwurf', author: 'Ada', category: { name: 'Praxis', slug: 'praxis' } },
    ],
    ['pages', givenPage, { title: 'Entwurf', content: 'Neu' }, { title: 'Entwurf', content: 'Neu', slug: 'seite' }],
    [
      'workshops',
      () => ids.workshop,
      { title: 'Entwurf', duration: '2:30' },
      { title: 'Entwurf', duration: '02:30:00' },
    ],
    ['courses', () => ids.course, { title: 'Entwurf', course_category_id: null }, { title: 'Entwurf', category: null }],
  ])('the draft over the record: %s', async (kind, recordOf, columns, shown) => {
    const record = await recordOf();
    await draft(kind, record, columns);
    const preview = await read(await create(kind, record));
    expect(preview).toMatchObject({ relation: kind, row: { id: record, ...shown } });
    const left = Date.parse(preview?.expires_at ?? '') - Date.now();
    expect(left / 86_400_000).toBeCloseTo(7, 1);
  });

  test('the address of the record, at which its page is rendered', async () => {
    const { data } = await as.staff.from('posts').select('slug').eq('id', ids.publishedPost).single();
    await draft('posts', ids.publishedPost, { slug: 'anders' });
    expect((await read(await create('posts', ids.publishedPost)))?.row).toMatchObject({ slug: data?.slug });
  });

  test.each([
    ['posts', ids.draftPost],
    ['courses', ids.draftCourse],
  ])('what is stored where there is no draft, unpublished or not: %s', async (kind, record) => {
    const { data } = await as.staff.from(kind).select('title').eq('id', record).single().throwOnError();
    expect((await read(await create(kind, record)))?.row).toMatchObject({ title: data.title });
  });

  test('a post without a time as published now', async () => {
    const published = (await read(await create('posts', ids.draftPost)))?.row.published_at;
    expect(Math.abs(Date.parse(String(published)) - Date.now())).toBeLessThan(600_000);
  });

  test('no column that visitors may not read', async () => {
    await owner.execute('alter table posts add column note text; revoke select on posts from anon');
    await owner.execute('grant select (id, title) on posts to anon');
    try {
      await owner.query("update posts set note = 'geheim' where id = $1", [ids.publishedPost]);
      const row = (await read(await create('posts', ids.publishedPost)))?.row;
      expect(Object.keys(row ?? {}).sort()).toEqual(['category', 'id', 'published_at', 'title']);
    } finally {
      await owner.execute('alter table posts drop column note; grant select on posts to anon');
    }
  });
});

describe('the link of a course', () => {
  const rowSchema = z.record(z.string(), z.unknown());
  const moduleSchema = z.looseObject({ title: z.string(), lessons: z.array(rowSchema) });
  const courseSchema = z.looseObject({ modules: z.array(moduleSchema) });
  const modulesOf = (row: Row | undefined) => courseSchema.parse(row).modules;
  const outline = (row: Row | undefined) =>
    modulesOf(row).map(({ title, lessons }) => [title, lessons.map((lesson) => lesson.title)]);
  const lesson = { id: randomUUID(), title: 'Neue Lektion', content: 'Text', duration: '00:07:00' };

  async function givenDraft(): Promise<void> {
    await draft('courses', ids.course, {});
    const { data } = await as.staff.rpc('read_draft', { record: ids.course }).throwOnError();
    const [first] = courseSchema.parse(data.content).modules;
    const modules = [{ id: randomUUID(), title: 'Neues Modul', lessons: [lesson] }, first];
    const args = { kind: 'courses', record: ids.course, columns: { modules }, version: data.updated_at };
    await as.staff.rpc('save_draft', args).throwOnError();
  }

  test('has the modules and lessons of the draft in order, with its totals, and what a new one has by default', async () => {
    await givenDraft();
    const row = (await read(await create('courses', ids.course)))?.row;
    expect(outline(row)[0]).toEqual(['Neues Modul', ['Neue Lektion']]);
    expect(row).toMatchObject({ module_count: 2, lesson_count: 3, lesson: null });
    expect(modulesOf(row)[0]).toMatchObject({
      description: '',
      order_position: 0,
      lessons: [{ lesson_type: 'text', duration: '00:07:00', order_position: 0 }],
    });
    expect(JSON.stringify(modulesOf(row))).not.toContain('"content"');
  });

  test('has the lesson that is asked for, and none of another course', async () => {
    await givenDraft();
    const token = await create('courses', ids.course);
    expect((await read(token, lesson.id))?.row.lesson).toMatchObject({
      ...lesson,
      module: { course: { id: ids.course } },
    });
    expect((await read(token, ids.lessonA))?.row.lesson).toMatchObject({ id: ids.lessonA });
    for (const other of [ids.lessonOfDraft, randomUUID()]) expect((await read(token, other))?.row.lesson).toBeNull();
  });

  test('without a draft is the same as what visitors read', async () => {
    const columns = 'title, total_duration, module_count, lesson_count, modules(title, lessons(title))';
    const { data } = await as.visitor.from('courses').select(columns).eq('id', ids.course).single();
    const { modules, ...totals } = courseSchema.parse(data);
    const row = (await read(await create('courses', ids.course)))?.row;
    expect(row).toMatchObject(totals);
    const sorted = (found: unknown[][]) => found.map((one) => JSON.stringify(one)).sort();
    expect(sorted(outline(row))).toEqual(sorted(outline({ modules })));
  });
});

describe('a link has ended', () => {
  const post = ids.publishedPost;

  test.each<[string, (token: string) => string | Promise<string>]>([
    [
      'when it was revoked',
      async (token) => {
        const [made] = await list(post);
        await as.staff.rpc('revoke_preview', { preview: made?.id }).throwOnError();
        return token;
      },
    ],
    [
      'when it expired',
      async (token) => {
        await owner.execute('update private.previews set expires_at = now()');
        return token;
      },
    ],
    [
      'while its record is deleted',
      async (token) => {
        await as.staff.from('posts').delete().eq('id', post).throwOnError();
        return token;
      },
    ],
    ['when one character differs', (token) => token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['in another spelling', (token) => token.toUpperCase()],
    [
      'and so has the stored hash of it',
      async () => {
        const [row] = await owner.query<{ hash: string }>(
          "select encode(token_hash, 'hex') as hash from private.previews",
        );
        return row?.hash ?? '';
      },
    ],
  ])('%s: the answer is that for a link which never was', async (_, end) => {
    await draft('posts', post, { title: 'Entwurf' });
    const token = await create('posts', post);
    expect(await read(token)).not.toBeNull();
    expect(await read(await end(token))).toBeNull();
  });
});

test('a link ends with the account that made it', async () => {
  const colleague = await backend.giveRole();
  const args = { kind: 'posts', record: ids.publishedPost };
  const { data: token } = await colleague.client.rpc('create_preview', args).throwOnError();
  expect(await read(token)).not.toBeNull();
  await owner.query('delete from auth.users where id = $1', [colleague.id]);
  expect(await read(token)).toBeNull();
});

describe('staff', () => {
  test('see the links of a record that work, newest first, and never a token', async () => {
    const first = await create('posts', ids.publishedPost);
    await create('posts', ids.draftPost);
    const second = await create('posts', ids.publishedPost);
    const links = await list(ids.publishedPost);
    expect(links).toHaveLength(2);
    expect(Object.keys(links[0] ?? {}).sort()).toEqual(['created_at', 'expires_at', 'id', 'made_by']);
    expect(links[0]).toMatchObject({ made_by: expect.stringContaining('@') });
    await owner.query('update private.previews set expires_at = now() where token_hash = sha256($1)', [
      Buffer.from(first),
    ]);
    expect(await list(ids.publishedPost)).toEqual([links[0]]);
    expect(await read(second)).not.toBeNull();
  });

  test('make at most 20 links of a record at a time', async () => {
    const made = Array.from({ length: 22 }, () =>
      as.staff.rpc('create_preview', { kind: 'posts', record: ids.publishedPost }),
    );
    const codes = (await Promise.all(made)).flatMap(({ error }) => error?.code ?? []);
    expect(codes).toEqual(['PT409', 'PT409']);
    const [one] = await list(ids.publishedPost);
    await as.staff.rpc('revoke_preview', { preview: one?.id }).throwOnError();
    await create('posts', ids.publishedPost);
  });

  test.each([
    ['of an ad', 'ads', ids.activeAd, 'PT400'],
    ['of what is no record', 'posts', randomUUID(), 'PT404'],
    ['of a table without drafts', 'prompts', ids.activeSearchPrompt, 'PT400'],
  ])('make no link %s', async (_, kind, record, code) => {
    expect((await as.staff.rpc('create_preview', { kind, record })).error?.code).toBe(code);
  });

  test('leave no token and no entry in the audit log', async () => {
    const before = await owner.query('select from trail');
    const token = await create('posts', ids.publishedPost);
    expect(await owner.query('select from trail')).toHaveLength(before.length);
    const [stored] = await owner.query<{ text: string }>('select to_jsonb(p)::text as text from private.previews p');
    expect(stored?.text).not.toContain(token);
  });
});
