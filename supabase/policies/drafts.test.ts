import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

const { as, owner } = givenBackend();
let page: string;
beforeEach(async () => {
  const columns = { title: 'Seite', slug: 'seite', description: '', content: 'Text', links: [{ place: 'footer' }] };
  const published = { ...columns, published_at: '2020-01-01T00:00:00Z' };
  const args = { record: null, base: null, columns: published };
  page = (await as.staff.rpc('save_page', args).throwOnError()).data;
});

type Columns = Readonly<Record<string, unknown>>;
interface Draft {
  readonly id: string;
  readonly updated_at: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly began: Readonly<Record<string, unknown>> | null;
  readonly is_stale: boolean;
  readonly publish_at: string | null;
  readonly failure: string | null;
}

const post: string = ids.publishedPost;
const save = (columns: Columns, more: Columns = {}) =>
  as.staff.rpc('save_draft', { kind: 'posts', record: post, columns, ...more });
const publish = (columns: Columns, more: Columns = {}) =>
  as.staff.rpc('publish_draft', { kind: 'posts', record: post, columns, ...more });
const discard = (version: string, record = post) => as.staff.rpc('discard_draft', { record, version });
const read = async (record = post) =>
  (await as.staff.rpc('read_draft', { record }).throwOnError()).data as Draft | null;
const live = async (table = 'posts', id: string = post) =>
  (await as.staff.from(table).select().eq('id', id).single().throwOnError()).data;
const begin = async (columns: Columns): Promise<string> => (await save(columns).throwOnError()).data;
const count = async () => (await owner.query('select from drafts')).length;

describe('a draft', () => {
  test('holds all columns of the record, and changes nothing of it', async () => {
    const before = await live();
    const versions = (await as.visitor.rpc('content_versions').throwOnError()).data;
    await begin({ title: 'Entwurf' });
    expect(await read()).toMatchObject({
      content: { title: 'Entwurf', slug: before.slug, content: before.content, published_at: before.published_at },
      began: { title: before.title },
      is_stale: false,
      publish_at: null,
      failure: null,
    });
    expect(await live()).toEqual(before);
    expect((await as.visitor.rpc('content_versions').throwOnError()).data).toEqual(versions);
  });

  test('keeps the columns that a save does not name', async () => {
    const version = await begin({ title: 'Eins', excerpt: 'Kurz' });
    await save({ title: 'Zwei' }, { version }).throwOnError();
    expect((await read())?.content).toMatchObject({ title: 'Zwei', excerpt: 'Kurz' });
  });

  test.each<[string, () => string, Columns]>([
    ['posts', () => post, { title: 'Entwurf', category_id: null }],
    ['pages', () => page, { title: 'Entwurf', links: [{ place: 'menu' }] }],
    ['workshops', () => ids.workshop, { title: 'Entwurf', duration: '02:30:00', max_participants: 3 }],
    ['ads', () => ids.activeAd, { title: 'Entwurf', is_active: false }],
    ['courses', () => ids.course, { title: 'Entwurf', difficulty_level: 'advanced' }],
  ])(
    'of %s is published at once: its columns become those of the record, and it is gone',
    async (kind, recordOf, columns) => {
      const record = recordOf();
      const args = { kind, record, columns: { title: 'Vorher' } };
      const { data: version } = await as.staff.rpc('save_draft', args).throwOnError();
      await as.staff.rpc('publish_draft', { ...args, columns, version }).throwOnError();
      const { links, ...own } = columns;
      expect(await live(kind, record)).toMatchObject(own);
      if (links) {
        const { data } = await as.staff.from('links').select('place').eq('page_id', record).throwOnError();
        expect(data).toEqual(links);
      }
      expect(await read(record)).toBeNull();
    },
  );

  test('of a page without its links keeps the place of the page', async () => {
    const { data } = await as.staff.from('links').select('place, label').eq('page_id', page);
    const args = { kind: 'pages', record: page, columns: { title: 'Anders' } };
    await as.staff.rpc('publish_draft', args).throwOnError();
    expect(data).toHaveLength(1);
    expect((await as.staff.from('links').select('place, label').eq('page_id', page)).data).toEqual(data);
  });

  test('is discarded without a trace on the record, and comes back from the trash', async () => {
    const before = await live();
    await discard(await begin({ title: 'Entwurf' })).throwOnError();
    expect(await read()).toBeNull();
    expect(await live()).toEqual(before);
    const { data: trash } = await as.staff.rpc('trash').throwOnError();
    expect(trash[0]).toMatchObject({ relation: 'drafts', title: 'Entwurf' });
    await as.staff.rpc('restore_deleted', { deleted: trash[0].row_id }).throwOnError();
    expect((await read())?.content).toMatchObject({ title: 'Entwurf' });
  });

  test('that was published is in no trash; its publication is one change set of the record', async () => {
    await publish({ title: 'Neu' }, { version: await begin({ title: 'Entwurf' }) }).throwOnError();
    const { data: trash } = await as.staff.rpc('trash').throwOnError();
    expect(trash.filter(({ relation }: { relation: string }) => relation === 'drafts')).toEqual([]);
    const { data: history } = await as.staff.rpc('history', { record: post }).throwOnError();
    const kinds = history.map(({ entries }: { entries: { relation: string; operation: string }[] }) =>
      entries.map(({ relation, operation }) => `${operation} ${relation}`),
    );
    expect(kinds.slice(0, 2)).toEqual([
      ['update drafts', 'update posts', 'delete drafts'],
      ['insert drafts', 'update drafts'],
    ]);
  });

  test('goes to the trash with its record, and comes back with it, but not in its place', async () => {
    await begin({ title: 'Entwurf' });
    await as.staff.from('posts').delete().eq('id', post).throwOnError();
    expect(await count()).toBe(0);
    const { data: trash } = await as.staff.rpc('trash').throwOnError();
    expect(trash.map(({ relation }: { relation: string }) => relation)).not.toContain('drafts');
    const [entry] = await owner.query<{ row_id: string }>(
      "select row_id from trail where relation = 'drafts' and operation = 'delete'",
    );
    const alone = await as.staff.rpc('restore_deleted', { deleted: entry?.row_id });
    expect(alone.error).toMatchObject({ code: 'PT409', message: expect.stringContaining('in the trash') });
    await as.staff.rpc('restore_deleted', { deleted: post }).throwOnError();
    expect((await read())?.content).toMatchObject({ title: 'Entwurf' });
  });

  test('that was discarded does not replace a newer one', async () => {
    await discard(await begin({ title: 'Alt' })).throwOnError();
    await begin({ title: 'Neu' });
    const [entry] = await owner.query<{ row_id: string }>(
      "select row_id from trail where relation = 'drafts' and operation = 'delete'",
    );
    const { error } = await as.staff.rpc('restore_deleted', { deleted: entry?.row_id });
    expect(error?.code).toBe('PT409');
    expect((await read())?.content).toMatchObject({ title: 'Neu' });
  });
});

describe('a conflict', () => {
  test('is a write of the record after the draft began: nothing is published, and nothing is lost', async () => {
    const version = await begin({ title: 'Entwurf' });
    const { title } = await live();
    await as.staff.from('posts').update({ excerpt: 'Von aussen' }).eq('id', post).throwOnError();
    expect(await read()).toMatchObject({ is_stale: true, began: { title }, content: { title: 'Entwurf' } });
    expect((await publish({}, { version })).error?.code).toBe('PT409');
    expect(await live()).toMatchObject({ title, excerpt: 'Von aussen' });
    expect((await read())?.content).toMatchObject({ title: 'Entwurf' });
  });

  test('ends when the content takes the record into account; a save alone does not end it', async () => {
    let version = await begin({ title: 'Entwurf' });
    await as.staff.from('posts').update({ excerpt: 'Von aussen' }).eq('id', post).throwOnError();
    version = (await save({ title: 'Weiter' }, { version }).throwOnError()).data;
    expect(await read()).toMatchObject({ is_stale: true });
    const { updated_at: base } = await live();
    version = (await save({ excerpt: 'Von aussen' }, { version, base }).throwOnError()).data;
    expect(await read()).toMatchObject({ is_stale: false, began: { excerpt: 'Von aussen' } });
    await publish({}, { version }).throwOnError();
    expect(await live()).toMatchObject({ title: 'Weiter', excerpt: 'Von aussen' });
  });

  test.each([
    ['an older version of the draft', async () => ({ version: '2020-01-01T00:00:00Z' })],
    ['a draft that nobody knew of', async () => ({ version: null })],
    ['an older version of the record', async (version: string) => ({ version, base: '2020-01-01T00:00:00Z' })],
  ])('is %s, for a save and for a publication', async (_, stale) => {
    const more = await stale(await begin({ title: 'Entwurf' }));
    expect((await save({ title: 'Anders' }, more)).error?.code).toBe('PT409');
    expect((await publish({ title: 'Anders' }, more)).error?.code).toBe('PT409');
    expect((await read())?.content).toMatchObject({ title: 'Entwurf' });
  });

  test('is a draft that is gone', async () => {
    const version = await begin({ title: 'Entwurf' });
    await discard(version).throwOnError();
    expect((await save({ title: 'Anders' }, { version })).error?.code).toBe('PT409');
    expect(await count()).toBe(0);
  });

  test('keeps a draft from being discarded that somebody else has saved', async () => {
    const version = await begin({ title: 'Entwurf' });
    await save({ title: 'Weiter' }, { version }).throwOnError();
    expect((await discard(version)).error?.code).toBe('PT409');
    expect((await read())?.content).toMatchObject({ title: 'Weiter' });
  });

  test('whose beginning the audit log does not hold any more has no beginning', async () => {
    await begin({ title: 'Entwurf' });
    await owner.query('delete from trail where record_id <> $1 or relation <> $2', [post, 'drafts']);
    expect(await read()).toMatchObject({ began: null, content: { title: 'Entwurf' } });
  });
});

describe('wrong input', () => {
  test.each([
    ['a column that posts lack', 'posts', { farbe: 'rot' }, 'has no "farbe"'],
    ['a column that the database sets', 'posts', { id: ids.draftPost }, 'has no "id"'],
    ['a table without drafts', 'categories', { name: 'Neu' }, 'Rows of "categories" have no drafts.'],
    ['a table that nobody may name', 'trail', {}, 'have no drafts'],
  ])('%s is refused with a reason', async (_, kind, columns, reason) => {
    const { error } = await as.staff.rpc('save_draft', { kind, record: post, columns });
    expect(error).toMatchObject({ code: 'PT400', message: expect.stringContaining(reason) });
  });

  test('a value of another type is refused', async () => {
    expect((await save({ published_at: 'morgen' })).error?.code).toBe('22007');
    expect((await save({ category_id: 'x' })).error?.code).toBe('22P02');
    expect(await count()).toBe(0);
  });

  test('a record that is not there, or is another table’s, has no draft', async () => {
    for (const [kind, record] of [
      ['posts', randomUUID()],
      ['ads', post],
    ]) {
      const { error } = await as.staff.rpc('save_draft', { kind, record, columns: {} });
      expect(error?.code).toBe('PT404');
    }
  });

  test('a value that the record’s constraints refuse stays a draft, and the error names the constraint', async () => {
    const { slug } = await live('posts', ids.draftPost);
    const version = await begin({ slug });
    const { error } = await publish({}, { version });
    expect(error).toMatchObject({ code: '23505', message: expect.stringContaining('posts_slug_key') });
    expect((await read())?.content).toMatchObject({ slug });
  });
});

describe('a draft with a time', () => {
  const due = async () => (await owner.query<{ n: number }>('select private.publish_due_drafts() as n'))[0]?.n;
  const later = '2099-01-01T00:00:00Z';

  test('waits for it, is published then, and once', async () => {
    const version = (await save({ title: 'Geplant' }, { publish_at: later }).throwOnError()).data;
    expect(await due()).toBe(0);
    await save({}, { version, publish_at: '2020-01-01T00:00:00Z' }).throwOnError();
    expect((await live()).title).not.toBe('Geplant');
    expect(await due()).toBe(1);
    expect((await live()).title).toBe('Geplant');
    expect(await due()).toBe(0);
  });

  test('is published by nobody while another save takes the time away', async () => {
    const version = (await save({ title: 'Geplant' }, { publish_at: '2020-01-01T00:00:00Z' }).throwOnError()).data;
    await save({}, { version }).throwOnError();
    expect(await due()).toBe(0);
  });

  test('stays with the reason when the record was changed or refuses it; others are published', async () => {
    const { slug } = await live('posts', ids.draftPost);
    await save({ slug }, { publish_at: '2020-01-01T00:00:00Z' }).throwOnError();
    const other = { kind: 'workshops', record: ids.workshop, columns: { title: 'Geplant' } };
    await as.staff.rpc('save_draft', { ...other, publish_at: '2020-01-02T00:00:00Z' }).throwOnError();
    expect(await due()).toBe(1);
    expect(await live('workshops', ids.workshop)).toMatchObject({ title: 'Geplant' });
    expect(await read()).toMatchObject({ publish_at: null, failure: expect.stringContaining('posts_slug_key') });
  });

  test('is not published when it comes back from the trash', async () => {
    const version = (await save({ title: 'Geplant' }, { publish_at: '2020-01-01T00:00:00Z' }).throwOnError()).data;
    await discard(version).throwOnError();
    const { data: trash } = await as.staff.rpc('trash').throwOnError();
    await as.staff.rpc('restore_deleted', { deleted: trash[0].row_id }).throwOnError();
    expect(await read()).toMatchObject({ publish_at: null });
    expect(await due()).toBe(0);
  });
});

describe('a draft of a course', () => {
  const course = { kind: 'courses', record: ids.course };
  interface Lesson {
    readonly id: string;
    readonly title: string;
  }
  interface Module {
    readonly id: string;
    readonly title: string;
    readonly lessons: readonly Lesson[];
  }
  const modulesOf = async () => (await read(ids.course))?.content.modules as readonly Module[];
  const outline = async () => {
    const { data } = await as.staff
      .from('modules')
      .select('id, title, order_position, lessons (id, title, order_position)')
      .eq('course_id', ids.course)
      .order('order_position')
      .order('order_position', { referencedTable: 'lessons' })
      .throwOnError();
    return data.map(({ id, title, lessons }) => ({ id, title, lessons: lessons.map((lesson) => lesson.id) }));
  };

  test('begins with the modules and lessons of the course, in order', async () => {
    await as.staff.rpc('save_draft', { ...course, columns: {} }).throwOnError();
    const modules = await modulesOf();
    expect(modules.map(({ id, title, lessons }) => ({ id, title, lessons: lessons.map((one) => one.id) }))).toEqual(
      await outline(),
    );
  });

  test('changes, adds, moves and deletes them in one publication, and unchanged ones keep their version', async () => {
    await as.staff.rpc('save_draft', { ...course, columns: {} }).throwOnError();
    const [first, second] = (await modulesOf()) as [Module, Module];
    const before = await outline();
    const [kept, moved] = first.lessons as [Lesson, Lesson];
    const { updated_at: untouched } = await live('lessons', kept.id);
    const added = { id: randomUUID(), title: 'Neues Modul', description: '', lessons: [] };
    const lesson = { id: randomUUID(), title: 'Neue Lektion', content: 'Text', duration: '00:07:00' };
    const modules = [{ ...second, title: 'Anders', lessons: [moved, lesson] }, added, { ...first, lessons: [kept] }];
    const draft = await read(ids.course);
    await as.staff.rpc('save_draft', { ...course, columns: { modules }, version: draft?.updated_at }).throwOnError();
    expect(await outline()).toEqual(before);
    const version = (await read(ids.course))?.updated_at;
    await as.staff.rpc('publish_draft', { ...course, columns: {}, version }).throwOnError();
    expect(await outline()).toEqual([
      { id: second.id, title: 'Anders', lessons: [moved.id, lesson.id] },
      { id: added.id, title: 'Neues Modul', lessons: [] },
      { id: first.id, title: first.title, lessons: [kept.id] },
    ]);
    expect((await live('lessons', kept.id)).updated_at).toBe(untouched);
    expect(await live('courses', ids.course)).toMatchObject({ module_count: 3, lesson_count: 3 });
  });

  test('is a conflict once a lesson was written', async () => {
    const { data: version } = await as.staff.rpc('save_draft', { ...course, columns: {} }).throwOnError();
    await as.staff.from('lessons').update({ title: 'Von aussen' }).eq('id', ids.lessonA).throwOnError();
    expect(await read(ids.course)).toMatchObject({ is_stale: true });
    const answer = await as.staff.rpc('publish_draft', { ...course, columns: {}, version });
    expect(answer.error?.code).toBe('PT409');
  });

  test('takes no module and no lesson of another course', async () => {
    const [lesson, module] = [await live('lessons', ids.lessonOfDraft), await live('modules', ids.moduleOfDraft)];
    const modules = [
      { id: ids.moduleOfDraft, title: 'Gestohlen', lessons: [] },
      { id: randomUUID(), title: 'Eigenes', lessons: [{ id: ids.lessonOfDraft, title: 'Gestohlen' }] },
    ];
    await as.staff.rpc('publish_draft', { ...course, columns: { modules } }).throwOnError();
    expect(await live('lessons', ids.lessonOfDraft)).toEqual(lesson);
    expect(await live('modules', ids.moduleOfDraft)).toEqual(module);
  });

  test('needs ids for its modules and lessons', async () => {
    for (const modules of [[{ title: 'Neu', lessons: [] }], [{ id: randomUUID(), title: 'Neu', lessons: [{}] }]]) {
      const { error } = await as.staff.rpc('save_draft', { ...course, columns: { modules } });
      expect(error).toMatchObject({ code: 'PT400', message: expect.stringContaining('needs an id') });
    }
  });
});
