import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { outlineOf } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const records = givenRecords(backend);
const { stored, change, restore, saveDraft, givenDraft, publishDraft, publishDue, readDraft } = records;

const post: string = ids.publishedPost;
const discard = (version: string, record = post) => as.staff.rpc('discard_draft', { record, version }).throwOnError();
const lastDeleted = async () => {
  const [entry] = await owner.query<{ row_id: string }>(
    "select row_id from trail where relation = 'drafts' and operation = 'delete'",
  );
  return entry?.row_id ?? '';
};

describe('a draft', () => {
  test('holds all columns of the record, and changes nothing of it', async () => {
    const [before, versions] = [await stored('posts', post), await records.contentVersions()];
    await givenDraft(post, { title: 'Entwurf' });
    const { slug, content, published_at, title } = before;
    expect(await readDraft(post)).toMatchObject({
      content: { title: 'Entwurf', slug, content, published_at },
      began: { title },
      is_stale: false,
      publish_at: null,
      failure: null,
    });
    expect([await stored('posts', post), await records.contentVersions()]).toEqual([before, versions]);
  });

  const linksOf = async (page: string) =>
    (await as.staff.from('links').select('place, label').eq('page_id', page).throwOnError()).data;

  test.each<[string, () => string | Promise<string>, Readonly<Record<string, unknown>>]>([
    ['posts', () => post, { title: 'Entwurf', category_id: null }],
    ['pages', records.givenPage, { title: 'Entwurf', links: [{ place: 'menu' }] }],
    ['workshops', () => ids.workshop, { title: 'Entwurf', duration: '02:30:00', max_participants: 3 }],
    ['ads', () => ids.activeAd, { title: 'Entwurf', is_active: false }],
    ['courses', () => ids.course, { title: 'Entwurf', difficulty_level: 'advanced' }],
  ])(
    'of %s is published at once: its columns become those of the record, and it is gone',
    async (kind, given, columns) => {
      const record = await given();
      const version = await givenDraft(record, { title: 'Vorher' }, { kind });
      await publishDraft(record, columns, { kind, version }).throwOnError();
      const { links, ...own } = columns;
      expect(await stored(kind, record)).toMatchObject(own);
      if (links) expect(await linksOf(record)).toMatchObject(links as object[]);
      expect(await readDraft(record)).toBeNull();
    },
  );

  test('of a page without its links keeps the place of the page', async () => {
    const page = await records.givenPage();
    const before = await linksOf(page);
    await publishDraft(page, { title: 'Anders' }, { kind: 'pages' }).throwOnError();
    expect(before).toHaveLength(1);
    expect(await linksOf(page)).toEqual(before);
  });

  test('is discarded without a trace on the record, and comes back from the trash', async () => {
    const before = await stored('posts', post);
    await discard(await givenDraft(post, { title: 'Entwurf' }));
    expect([await readDraft(post), await stored('posts', post)]).toEqual([null, before]);
    const [entry] = await records.trash();
    expect(entry).toMatchObject({ relation: 'drafts', title: 'Entwurf' });
    await restore(entry?.row_id ?? '').throwOnError();
    expect(await readDraft(post)).toMatchObject({ content: { title: 'Entwurf' } });
  });

  test('that was published is in no trash; its publication is one change set of the record', async () => {
    await publishDraft(
      post,
      { title: 'Neu' },
      { version: await givenDraft(post, { title: 'Entwurf' }) },
    ).throwOnError();
    expect((await records.trash()).map(({ relation }) => relation)).not.toContain('drafts');
    const acts = (await records.history(post)).map(({ entries }) =>
      entries.map(({ relation, operation }) => `${operation} ${relation}`),
    );
    expect(acts.slice(0, 2)).toEqual([['update posts', 'delete drafts'], ['insert drafts']]);
  });

  test('goes to the trash with its record, and comes back with it, but not in its place', async () => {
    await givenDraft(post, { title: 'Entwurf' });
    await records.remove('posts', post);
    expect(await owner.query('select from drafts')).toEqual([]);
    expect((await records.trash()).map(({ relation }) => relation)).not.toContain('drafts');
    const message = expect.stringContaining('in the trash');
    expect((await restore(await lastDeleted())).error).toMatchObject({ code: 'PT409', message });
    await restore(post).throwOnError();
    expect(await readDraft(post)).toMatchObject({ content: { title: 'Entwurf' } });
  });

  test('that was discarded does not replace a newer one', async () => {
    await discard(await givenDraft(post, { title: 'Alt' }));
    await givenDraft(post, { title: 'Neu' });
    expect((await restore(await lastDeleted())).error?.code).toBe('PT409');
    expect(await readDraft(post)).toMatchObject({ content: { title: 'Neu' } });
  });
});

describe('the audit log', () => {
  const entries = () =>
    owner.query("select operation, title, before, after from trail where relation = 'drafts' order by id");
  const savedBy = async () => (await records.history(post)).map(({ actor_id }) => actor_id);

  test('says who saved a draft and when, without its content, which it keeps once, when the draft is discarded', async () => {
    const first = await givenDraft(post, { title: 'Entwurf' });
    const version = await givenDraft(post, { title: 'Weiter' }, { version: first });
    const saves = await entries();
    expect(saves).toMatchObject([
      { operation: 'insert', title: 'Entwurf' },
      { operation: 'update', title: 'Weiter', before: { updated_at: first }, after: { updated_at: version } },
    ]);
    for (const { before, after } of saves)
      expect({ ...(before ?? {}), ...(after ?? {}) }).not.toHaveProperty('content');
    expect((await savedBy()).slice(0, 2)).toEqual([backend.staff.id, backend.staff.id]);
    await discard(version);
    expect((await entries()).at(-1)).toMatchObject({ operation: 'delete', before: { content: { title: 'Weiter' } } });
  });

  test('has no entry of a save that changes nothing, which is no new version', async () => {
    const version = await givenDraft(post, { title: 'Entwurf' });
    expect(await givenDraft(post, { title: 'Entwurf' }, { version })).toBe(version);
    expect(await entries()).toHaveLength(1);
  });
});

describe('a long text', () => {
  const BYTES_OF_A_CHUNK = 1996;
  // Compression does not shorten it.
  const [content, other] = [1, 2].map(() => randomBytes(60_000).toString('base64')) as [string, string];
  const chunks = Math.ceil(content.length / BYTES_OF_A_CHUNK);

  /** How often a transaction writes a text of this length: in the record, its draft and the audit log. */
  const writings = (sql: string, parameters: readonly unknown[]) =>
    owner.transaction(async (session) => {
      await session.query("select set_config('request.jwt.claim.sub', $1, true)", [backend.staff.id]);
      const written = async () => {
        const [row] = await session.query<{ chunks: number }>(`
          select sum(s.n_tup_ins)::int as chunks
          from pg_class c join pg_stat_xact_all_tables s on s.relid = c.reltoastrelid
          where c.oid in ('posts'::regclass, 'drafts'::regclass, 'trail'::regclass)`);
        return row?.chunks ?? 0;
      };
      const before = await written();
      await session.query(sql, parameters);
      return Math.round(((await written()) - before) / chunks);
    });

  test.each<[string, object, string]>([
    ['of a stored draft', {}, content],
    ['that is typed over that of a stored draft', { content: other }, other],
  ])(
    '%s is published once, and logged once; that of the draft is logged with its deletion',
    async (_, columns, text) => {
      const version = await givenDraft(post, { content });
      const call = "select private.publish_draft('posts', $1, $2, null, $3)";
      expect(await writings(call, [post, columns, version])).toBe(3);
      expect((await stored('posts', post)).content).toBe(text);
    },
  );

  test('is written once by a save of the draft', async () => {
    const call = "select private.save_draft('posts', $1, $2, null, null, null)";
    expect(await writings(call, [post, { content }])).toBe(1);
  });
});

describe('a conflict', () => {
  const changeOutside = () => change('posts', post, { excerpt: 'Von aussen' });

  test('is a write of the record after the draft began: nothing is published, and nothing is lost', async () => {
    const version = await givenDraft(post, { title: 'Entwurf' });
    const { title } = await stored('posts', post);
    await changeOutside();
    const kept = { is_stale: true, began: { title }, content: { title: 'Entwurf' } };
    expect(await readDraft(post)).toMatchObject(kept);
    expect((await publishDraft(post, {}, { version })).error?.code).toBe('PT409');
    expect(await stored('posts', post)).toMatchObject({ title, excerpt: 'Von aussen' });
    expect(await readDraft(post)).toMatchObject(kept);
  });

  test('ends when the content takes the record into account; a save alone does not end it, and keeps other columns', async () => {
    let version = await givenDraft(post, { title: 'Entwurf' });
    await changeOutside();
    version = await givenDraft(post, { title: 'Weiter' }, { version });
    expect(await readDraft(post)).toMatchObject({ is_stale: true });
    const { updated_at: base } = await stored('posts', post);
    version = await givenDraft(post, { excerpt: 'Von aussen' }, { version, base });
    expect(await readDraft(post)).toMatchObject({ is_stale: false, began: { excerpt: 'Von aussen' } });
    await publishDraft(post, {}, { version }).throwOnError();
    expect(await stored('posts', post)).toMatchObject({ title: 'Weiter', excerpt: 'Von aussen' });
  });

  test.each<[string, (version: string) => object | PromiseLike<object>]>([
    ['an older version of the draft', () => ({ version: LONG_AGO })],
    ['a draft that nobody knew of', () => ({ version: null })],
    ['an older version of the record', (version) => ({ version, base: LONG_AGO })],
    ['a draft that is gone', (version) => discard(version).then(() => ({ version }))],
  ])('is %s, for a save and for a publication', async (_, stale) => {
    const more = await stale(await givenDraft(post, { title: 'Entwurf' }));
    const before = await readDraft(post);
    for (const write of [saveDraft, publishDraft])
      expect((await write(post, { title: 'Anders' }, { ...more })).error?.code).toBe('PT409');
    expect(await readDraft(post)).toEqual(before);
  });

  test('keeps a draft from being discarded that somebody else has saved', async () => {
    const version = await givenDraft(post, { title: 'Entwurf' });
    await givenDraft(post, { title: 'Weiter' }, { version });
    expect((await as.staff.rpc('discard_draft', { record: post, version })).error?.code).toBe('PT409');
    expect(await readDraft(post)).toMatchObject({ content: { title: 'Weiter' } });
  });

  test('whose beginning the audit log does not hold any more has no beginning', async () => {
    await givenDraft(post, { title: 'Entwurf' });
    await owner.query('delete from trail where record_id <> $1 or relation <> $2', [post, 'drafts']);
    expect(await readDraft(post)).toMatchObject({ began: null, content: { title: 'Entwurf' } });
  });
});

describe('wrong input', () => {
  const withoutId = [{ title: 'Neu', lessons: [] }];
  const lessonWithoutId = [{ id: randomUUID(), title: 'Neu', lessons: [{}] }];
  test.each<[string, string, string, object, string, string]>([
    ['a column that posts lack', 'posts', post, { farbe: 'rot' }, 'PT400', 'has no "farbe"'],
    ['a column that the database sets', 'posts', post, { id: ids.draftPost }, 'PT400', 'has no "id"'],
    ['a table without drafts', 'categories', post, { name: 'Neu' }, 'PT400', 'Rows of "categories" have no drafts.'],
    ['a table that nobody may name', 'trail', post, {}, 'PT400', 'have no drafts'],
    ['a time that is none', 'posts', post, { published_at: 'morgen' }, '22007', 'morgen'],
    ['an id that is none', 'posts', post, { category_id: 'x' }, '22P02', 'uuid'],
    ['a record that is not there', 'posts', randomUUID(), {}, 'PT404', ''],
    ['a record of another table', 'ads', post, {}, 'PT404', ''],
    ['a module without an id', 'courses', ids.course, { modules: withoutId }, 'PT400', 'needs an id'],
    ['a lesson without an id', 'courses', ids.course, { modules: lessonWithoutId }, 'PT400', 'needs an id'],
  ])('%s is refused with a reason', async (_, kind, record, columns, code, reason) => {
    const message = expect.stringContaining(reason);
    expect((await saveDraft(record, columns, { kind })).error).toMatchObject({ code, message });
    expect(await owner.query('select from drafts')).toEqual([]);
  });

  test('a value that the record’s constraints refuse stays a draft, and the error names the constraint', async () => {
    const { slug } = await stored('posts', ids.draftPost);
    const { error } = await publishDraft(post, {}, { version: await givenDraft(post, { slug }) });
    expect(error).toMatchObject({ code: '23505', message: expect.stringContaining('posts_slug_key') });
    expect(await readDraft(post)).toMatchObject({ content: { slug } });
  });
});

describe('now', () => {
  const now = async () => Date.parse(await records.call('database_now'));
  const isBetween = (from: number, at: unknown, until: number) => {
    const time = Date.parse(String(at));
    return from <= time && time <= until;
  };

  test('in a column is the time of the database', async () => {
    const before = await now();
    await change('posts', ids.draftPost, { published_at: 'now' });
    const page = await records.givenPage({ published_at: 'now' });
    for (const row of [await stored('posts', ids.draftPost), await stored('pages', page)])
      expect(isBetween(before, row.published_at, await now())).toBe(true);
  });

  test('in a draft is the time at which it was stored, also of modules and lessons', async () => {
    const before = await now();
    const version = await givenDraft(post, { published_at: 'now' });
    const after = await now();
    expect(isBetween(before, (await readDraft(post)).content.published_at, after)).toBe(true);
    await publishDraft(post, {}, { version }).throwOnError();
    expect(isBetween(before, (await stored('posts', post)).published_at, after)).toBe(true);

    await givenDraft(ids.course, {}, { kind: 'courses' });
    const { content, updated_at } = await readDraft(ids.course);
    const [first, second] = content.modules;
    const [lesson, other] = first.lessons;
    const modules = [
      { ...first, lessons: [{ ...lesson, updated_at: 'now' }, other] },
      { ...second, updated_at: 'now' },
    ];
    await givenDraft(ids.course, { modules }, { kind: 'courses', version: updated_at });
    const [kept, changed] = (await readDraft(ids.course)).content.modules;
    expect(kept).toEqual({ ...first, lessons: [{ ...lesson, updated_at: expect.any(String) }, other] });
    expect(changed).toEqual({ ...second, updated_at: expect.any(String) });
    for (const part of [kept.lessons[0], changed]) expect(isBetween(after, part.updated_at, await now())).toBe(true);
  });
});

describe('a draft with a time', () => {
  const due = { publish_at: LONG_AGO };

  test('waits for it, is published then, and once', async () => {
    const version = await givenDraft(post, { title: 'Geplant' }, { publish_at: '2099-01-01T00:00:00Z' });
    expect(await publishDue()).toBe(0);
    await givenDraft(post, {}, { version, ...due });
    expect((await stored('posts', post)).title).not.toBe('Geplant');
    expect(await publishDue()).toBe(1);
    expect((await stored('posts', post)).title).toBe('Geplant');
    expect(await publishDue()).toBe(0);
  });

  test('is published by nobody while another save takes the time away', async () => {
    await givenDraft(post, {}, { version: await givenDraft(post, { title: 'Geplant' }, due) });
    expect(await publishDue()).toBe(0);
  });

  test('stays with the reason when the record was changed or refuses it; others are published', async () => {
    const { slug } = await stored('posts', ids.draftPost);
    await givenDraft(post, { slug }, due);
    await givenDraft(ids.workshop, { title: 'Geplant' }, { kind: 'workshops', publish_at: '2020-01-02T00:00:00Z' });
    expect(await publishDue()).toBe(1);
    expect(await stored('workshops', ids.workshop)).toMatchObject({ title: 'Geplant' });
    const failure = expect.stringContaining('posts_slug_key');
    expect(await readDraft(post)).toMatchObject({ publish_at: null, failure });
  });

  test('is not published when it comes back from the trash', async () => {
    await discard(await givenDraft(post, { title: 'Geplant' }, due));
    await restore(await lastDeleted()).throwOnError();
    expect(await readDraft(post)).toMatchObject({ publish_at: null });
    expect(await publishDue()).toBe(0);
  });
});

describe('a draft of a course', () => {
  const { course, firstModule, secondModule, lessonA, lessonB, lessonC } = ids;
  const kind = 'courses';

  test('begins with the modules and lessons of the course, in order', async () => {
    await givenDraft(course, {}, { kind });
    expect((await readDraft(course)).content.modules).toMatchObject([
      { id: firstModule, title: 'Erstes Modul', lessons: [{ id: lessonA }, { id: lessonB }] },
      { id: secondModule, title: 'Zweites Modul', lessons: [{ id: lessonC }] },
    ]);
  });

  test('changes, adds, moves and deletes them in one publication, and unchanged ones keep their version', async () => {
    let version = await givenDraft(course, {}, { kind });
    const [first, second] = (await readDraft(course)).content.modules;
    const before = await outlineOf(owner, course);
    const [kept, moved] = first.lessons;
    const untouched = await stored('lessons', lessonA, 'updated_at');
    const lesson = { id: randomUUID(), title: 'Neue Lektion', content: 'Text', duration: '00:07:00' };
    const modules = [
      { ...second, title: 'Anders', lessons: [moved, lesson] },
      { id: randomUUID(), title: 'Neues Modul', description: '', lessons: [] },
      { ...first, lessons: [kept] },
    ];
    version = await givenDraft(course, { modules }, { kind, version });
    expect(await outlineOf(owner, course)).toEqual(before);
    await publishDraft(course, {}, { kind, version }).throwOnError();
    const after = ['Anders 0: B 0, Neue Lektion 1', 'Neues Modul 1: ', 'Erstes Modul 2: A 0'];
    expect(await outlineOf(owner, course)).toEqual(after);
    expect(await stored('lessons', lessonA, 'updated_at')).toEqual(untouched);
    expect(await stored('lessons', lessonB)).toMatchObject({ module_id: secondModule });
    expect(await stored('courses', course)).toMatchObject({ module_count: 3, lesson_count: 3 });
  });

  test('is a conflict once a lesson was written', async () => {
    const version = await givenDraft(course, {}, { kind });
    await change('lessons', lessonA, { title: 'Von aussen' });
    expect(await readDraft(course)).toMatchObject({ is_stale: true });
    expect((await publishDraft(course, {}, { kind, version })).error?.code).toBe('PT409');
  });

  test('takes no module and no lesson of another course', async () => {
    const others = async () => [await stored('lessons', ids.lessonOfDraft), await stored('modules', ids.moduleOfDraft)];
    const before = await others();
    const modules = [
      { id: ids.moduleOfDraft, title: 'Gestohlen', lessons: [] },
      { id: randomUUID(), title: 'Eigenes', lessons: [{ id: ids.lessonOfDraft, title: 'Gestohlen' }] },
    ];
    await publishDraft(course, { modules }, { kind }).throwOnError();
    expect(await others()).toEqual(before);
  });

  test.each([
    ['posts', ids.publishedPost],
    ['lessons', ids.lessonOfDraft],
  ])('takes no id of %s in the trash, which come back', async (table, id) => {
    await records.remove(table, id);
    const lesson = [{ id: randomUUID(), title: 'Eigenes', lessons: [{ id, title: 'Gestohlen' }] }];
    for (const modules of [lesson, [{ id, title: 'Gestohlen', lessons: [] }]])
      expect((await publishDraft(course, { modules }, { kind })).error).toMatchObject({
        code: 'PT409',
        message: 'Another record has this id; expected a new one, or none.',
      });
    expect((await restore(id)).error).toBeNull();
  });
});
