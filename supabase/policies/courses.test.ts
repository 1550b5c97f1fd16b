import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { databaseState, outlineOf as outlineIn } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, stored, change, add, remove } = givenRecords(backend);
const { course, firstModule, secondModule, lessonA, lessonB, lessonC } = ids;

type Args = Readonly<Record<string, unknown>>;
type Structure = { id: string; lessons: string[] }[];
const outlineOf = (id: string = course) => outlineIn(owner, id);
const [first, second] = ['Erstes Modul', 'Zweites Modul'];

test('publishing a course shows its modules and lessons, withdrawing hides them again', async () => {
  const read = async () =>
    (await as.visitor.from('courses').select('id, modules(id, lessons(id))').eq('id', ids.draftCourse)).data;
  await change('courses', ids.draftCourse, { is_published: true });
  const modules = [{ id: ids.moduleOfDraft, lessons: [{ id: ids.lessonOfDraft }] }];
  expect(await read()).toEqual([{ id: ids.draftCourse, modules }]);
  await change('courses', ids.draftCourse, { is_published: false });
  expect((await as.visitor.from('lessons').select('id').eq('id', ids.lessonOfDraft)).data).toEqual([]);
});

test.each(['captions', 'transcript'])(
  'a lesson with other %s has another version, which an editor who began before does not overwrite',
  async (column) => {
    const { updated_at: before } = await stored('lessons', lessonA);
    await change('lessons', lessonA, { [column]: 'WEBVTT' });
    expect(String((await stored('lessons', lessonA)).updated_at) > String(before)).toBe(true);
  },
);

const newLesson = { title: 'Neu', lesson_type: 'text', duration: '00:01:00', content: '' };
const acts: readonly (readonly [string, Args])[] = [
  ['create_module', { course, title: 'Neu', description: '' }],
  ['create_lesson', { module: firstModule, ...newLesson }],
  ['delete_module', { module: firstModule }],
  ['delete_lesson', { lesson: lessonA }],
  ['duplicate_course', { course }],
  ['duplicate_module', { module: firstModule }],
  ['duplicate_lesson', { lesson: lessonA }],
];

describe('an act', () => {
  const texts = { video_url: 'https://example.com/film.mp4', captions: 'WEBVTT', transcript: '## Anfang' };
  const textsOf = async (title: string) =>
    (await as.staff.from('lessons').select('video_url, captions, transcript').eq('title', title)).data;

  test('adds a module at the end, and a lesson at the end of its module', async () => {
    await call('create_module', { course, title: 'Neu', description: 'Worum es geht' });
    await call('create_lesson', { module: firstModule, ...newLesson, ...texts });
    expect(await outlineOf()).toEqual([`${first} 0: A 0, B 1, Neu 2`, `${second} 1: C 0`, 'Neu 2: ']);
    expect(await textsOf('Neu')).toEqual([texts]);
  });

  test('closes the gap of what it deletes', async () => {
    await call('delete_lesson', { lesson: lessonA });
    await call('delete_module', { module: secondModule });
    expect(await outlineOf()).toEqual([`${first} 0: B 0`]);
    await call('create_module', { course, title: 'Neu', description: '' });
    await call('delete_module', { module: firstModule });
    expect(await outlineOf()).toEqual(['Neu 0: ']);
  });

  test('puts copies right after their originals, even where positions were not unique before', async () => {
    await owner.execute('update lessons set order_position = 7; update modules set order_position = 7');
    await call('duplicate_lesson', { lesson: lessonA });
    await call('duplicate_module', { module: firstModule });
    const lessons = 'A 0, A (Kopie) 1, B 2';
    expect(await outlineOf()).toEqual([`${first} 0: ${lessons}`, `${first} (Kopie) 1: ${lessons}`, `${second} 2: C 0`]);
  });

  test('copies the video, its captions and its transcript', async () => {
    await change('lessons', lessonA, texts);
    await call('duplicate_lesson', { lesson: lessonA });
    await call('duplicate_module', { module: firstModule });
    await call('duplicate_course', { course });
    for (const title of ['A', 'A (Kopie)']) expect(await textsOf(title)).toEqual([texts, texts, texts, texts]);
  });

  test('copies a course as a draft at an address of its own, with modules and lessons', async () => {
    const copies = await Promise.all([1, 2, 3].map(() => call('duplicate_course', { course })));
    const columns = 'slug, title, is_published, description, lesson_count, total_duration';
    const { data } = await as.staff.from('courses').select(columns).in('id', copies).order('slug');
    const copy = { title: 'Offener Kurs (Kopie)', description: 'Prüfungen verstehen.', is_published: false };
    const totals = { lesson_count: 3, total_duration: '01:00:00' };
    const slugs = ['offener-kurs-kopie', 'offener-kurs-kopie-2', 'offener-kurs-kopie-3'];
    expect(data).toEqual(slugs.map((slug) => ({ ...copy, ...totals, slug })));
    expect(await outlineOf(copies[0])).toEqual(await outlineOf());
  });

  test.each(acts)('finds nothing by an id that does not exist: %s', async (name, args) => {
    const nothing = '00000000-0000-4000-8000-000000000000';
    const [key = ''] = Object.keys(args);
    expect((await as.staff.rpc(name, { ...args, [key]: nothing })).error?.code).toBe('PT404');
  });

  test.each<readonly [string, Args]>([
    ...acts.filter(([name]) => name.startsWith('duplicate')),
    ['create_lesson', { module: firstModule, ...newLesson, title: ' ' }],
    ['create_lesson', { module: firstModule, ...newLesson, lesson_type: 'film' }],
    ['create_module', { course, title: ' ', description: '' }],
  ])('that a constraint refuses half-way is rolled back: %s %j', async (name, args) => {
    // This is the last row that a copy writes.
    await owner.query('update lessons set title = $1 where id = $2', ['Z', lessonB]);
    await owner.execute("alter table lessons add constraint refused check (title not in ('Z', 'A (Kopie)')) not valid");
    const before = await databaseState(owner);
    const { error } = await as.staff.rpc(name, args);
    await owner.execute('alter table lessons drop constraint refused');
    expect(error?.code).toBe('23514');
    expect(await databaseState(owner)).toEqual(before);
  });
});

describe('the order of a course', () => {
  const reorder = async (structure: unknown) => (await as.staff.rpc('reorder_course', { course, structure })).error;
  const swapped: Structure = [
    { id: secondModule, lessons: [lessonB, lessonC] },
    { id: firstModule, lessons: [lessonA] },
  ];

  const others = [
    { id: firstModule, lessons: [ids.lessonOfDraft, lessonB] },
    { id: ids.moduleOfDraft, lessons: [lessonA] },
  ];
  const swappedOutline = [`${second} 0: B 0, C 1`, `${first} 1: A 0`];
  test.each<[string, Structure, string[]]>([
    ['orders modules and lessons and moves lessons between modules', swapped, swappedOutline],
    ['puts rows that are not listed after the listed ones', [{ id: secondModule, lessons: [lessonB] }], swappedOutline],
    ['moves no rows of another course', others, [`${first} 0: B 0, A 1`, `${second} 1: C 0`]],
  ])('%s', async (_, structure, outline) => {
    expect(await reorder(structure)).toBeNull();
    expect(await outlineOf()).toEqual(outline);
    expect(await outlineOf(ids.draftCourse)).toEqual(['Modul im Entwurf 0: D 0']);
  });

  test('ignores modules that were deleted meanwhile, and lessons listed in them are not moved', async () => {
    await remove('modules', secondModule);
    expect(await reorder(swapped)).toBeNull();
    expect(await outlineOf()).toEqual([`${first} 0: A 0, B 1`]);
  });

  test.each([
    ['a lesson listed twice', [{ id: firstModule, lessons: [lessonA, lessonA] }], 'PT400'],
    ['a lesson listed in two modules', [firstModule, secondModule].map((id) => ({ id, lessons: [lessonA] })), 'PT400'],
    ['a module listed twice', [firstModule, firstModule].map((id) => ({ id, lessons: [] })), 'PT400'],
    ['something that is no list', { id: firstModule }, '22023'],
    ['something that is no id', [{ id: 'erstes', lessons: [] }], '22P02'],
  ])('refuses %s and changes nothing', async (_, structure, code) => {
    const before = await outlineOf();
    expect((await reorder(structure))?.code).toBe(code);
    expect(await outlineOf()).toEqual(before);
  });

  test('leaves updated_at of course, modules and lessons alone', async () => {
    const times = () =>
      owner.query(
        'select id, updated_at from courses union select id, updated_at from modules union select id, updated_at from lessons order by id',
      );
    const before = await times();
    expect(await reorder(swapped)).toBeNull();
    expect(await times()).toEqual(before);
  });

  test('neither loses nor duplicates rows when many calls order, add and delete concurrently', async () => {
    const lessons = as.staff.from('lessons');
    const structure = (one: string, lessonsOfOne: string[], other: string, lessonsOfOther: string[]) => [
      { id: one, lessons: lessonsOfOne },
      { id: other, lessons: lessonsOfOther },
    ];
    const orders: Structure[] = [
      swapped,
      structure(firstModule, [lessonC, lessonB, lessonA], secondModule, []),
      structure(secondModule, [lessonA, lessonC], firstModule, [lessonB]),
    ];
    const errors = await Promise.all([
      ...[...orders, ...orders, ...orders].map(reorder),
      ...[
        lessons.insert({ module_id: firstModule, title: 'Neu', order_position: 9 }),
        lessons.insert({ module_id: secondModule, title: 'Neu', order_position: 9 }),
        lessons.update({ title: 'B, neu' }).eq('id', lessonB),
        lessons.delete().eq('id', lessonC),
      ].map(async (act) => (await act).error),
    ]);
    expect(errors).toEqual(errors.map(() => null));
    await reorder(swapped);
    const modules = await owner.query(
      `select m.id, array(select l.order_position from lessons l where l.module_id = m.id order by 1) as places
       from modules m where m.course_id = $1 order by m.order_position`,
      [course],
    );
    const wholes = modules.map(({ places }) => (places as number[]).map((_, place) => place));
    expect(modules).toEqual([secondModule, firstModule].map((id, place) => ({ id, places: wholes[place] })));
    const { data: left } = await lessons.select('id').in('module_id', [firstModule, secondModule]);
    expect(left).toHaveLength(4);
    expect(left).toEqual(expect.arrayContaining([{ id: lessonA }, { id: lessonB }]));
  });
});

describe('the totals of a course', () => {
  async function totals(id: string = course) {
    const { total_duration, module_count, lesson_count } = await stored('courses', id);
    return [total_duration, module_count, lesson_count];
  }
  const both = async () => [await totals(), await totals(ids.draftCourse)];

  test('follow lessons that are added, changed and deleted, and a deleted module, and may exceed a day', async () => {
    expect(await totals()).toEqual(['01:00:00', 2, 3]);
    await add('lessons', { module_id: firstModule, title: 'Neu', duration: '00:05:30' });
    expect(await totals()).toEqual(['01:05:30', 2, 4]);
    await change('lessons', lessonA, { duration: '00:00:00' });
    expect(await totals()).toEqual(['00:55:30', 2, 4]);
    await remove('lessons', lessonB);
    expect(await totals()).toEqual(['00:35:30', 2, 3]);
    await remove('modules', firstModule);
    expect(await totals()).toEqual(['00:30:00', 1, 1]);
    await change('lessons', lessonC, { duration: '23:59:00' });
    await add('lessons', { module_id: secondModule, title: 'Lang', duration: '16:31:00' });
    expect(await totals()).toEqual(['40:30:00', 1, 2]);
  });

  test('of both courses follow a lesson or a module that moves to another one', async () => {
    await change('lessons', lessonA, { module_id: ids.moduleOfDraft });
    expect(await both()).toEqual([
      ['00:50:00', 2, 2],
      ['00:50:00', 1, 2],
    ]);
    await change('modules', secondModule, { course_id: ids.draftCourse });
    expect(await both()).toEqual([
      ['00:20:00', 1, 1],
      ['01:20:00', 2, 3],
    ]);
  });

  test('may be sent and are overwritten', async () => {
    const sent = { total_duration: '99:00:00', module_count: 9, lesson_count: 9 };
    await change('courses', course, sent);
    expect(await totals()).toEqual(['01:00:00', 2, 3]);
    expect(await totals(await add('courses', { title: 'Neu', slug: 'neu', ...sent }))).toEqual(['00:00:00', 0, 0]);
  });

  test('change without updated_at, which an edit changes', async () => {
    const updatedAt = async () => (await stored('courses', course)).updated_at;
    const before = await updatedAt();
    await change('lessons', lessonA, { duration: '00:50:00' });
    await change('courses', course, { total_duration: '00:00:00' });
    expect(await updatedAt()).toBe(before);
    await change('courses', course, { title: 'Anders' });
    expect(await updatedAt()).not.toBe(before);
  });
});

describe.each(['live', 'draft'] as const)('the outline of a course, %s', (open) => {
  const seen = [
    { id: firstModule, lessons: [lessonA, lessonB] },
    { id: secondModule, lessons: [lessonC] },
  ];
  const parts = seen.map(({ id, lessons }) => ({ id, lessons: lessons.map((lesson) => ({ id: lesson })) }));
  const [one, two] = parts as [(typeof parts)[number], (typeof parts)[number]];
  const newId = '00000000-0000-4000-8000-00000000000a';
  const opened = async () => {
    if (open === 'live') return null;
    await as.staff.rpc('save_draft', { kind: 'courses', record: course, columns: {} }).throwOnError();
    return (await owner.query('select id from drafts where record_id = $1', [course]))[0]?.id as string;
  };
  const save = async (draft: string | null, modules: unknown, args: Args = {}, client = as.staff) =>
    (await client.rpc('save_outline', { course, seen, modules, draft, ...args })).error;
  interface Part {
    readonly title: string;
    readonly content?: string;
    readonly lessons: readonly Part[];
  }
  const drafted = async () =>
    ((await as.staff.rpc('read_draft', { record: course }).throwOnError()).data as { content: { modules: Part[] } })
      .content.modules;
  const outline = async () =>
    open === 'live'
      ? outlineOf()
      : (await drafted()).map(
          ({ title, lessons }, place) =>
            `${title} ${place}: ${lessons.map((lesson, position) => `${lesson.title} ${position}`).join(', ')}`,
        );

  test('is saved by ids, in order, with new parts, changed ones and copies; the course of a draft stays', async () => {
    await owner.query("update lessons set content = 'Inhalt' where id = $1", [lessonA]);
    const [before, draft] = [await outlineOf(), await opened()];
    const copy = { id: newId, copy_of: lessonA, title: 'A (Kopie)' };
    const added = {
      id: '00000000-0000-4000-8000-00000000000b',
      title: 'Neu',
      lessons: [{ ...one.lessons[0], title: 'A2' }],
    };
    expect(await save(draft, [{ ...two, lessons: [copy] }, added, { ...one, lessons: [one.lessons[1]] }])).toBeNull();
    expect(await outline()).toEqual([`${second} 0: A (Kopie) 0`, 'Neu 1: A2 0', `${first} 2: B 0`]);
    if (draft) {
      expect(await outlineOf()).toEqual(before);
      expect((await drafted()).flatMap(({ lessons }) => lessons.map(({ content }) => content))).toEqual([
        'Inhalt',
        'Inhalt',
        '',
      ]);
    } else {
      expect((await stored('lessons', newId)).content).toBe('Inhalt');
    }
  });

  test('is a conflict when it has another order, a part has another version, or the draft is gone; nothing is lost', async () => {
    const draft = await opened();
    const before = await databaseState(owner);
    const old = { ...one, title: 'Alt', updated_at: '2020-01-01T00:00:00Z' };
    expect((await save(draft, parts, { seen: seen.toReversed() }))?.code).toBe('PT409');
    expect((await save(draft, [old, two]))?.code).toBe('PT409');
    expect((await save('00000000-0000-4000-8000-00000000000c', parts))?.code).toBe('PT409');
    expect((await save(draft, [one, one]))?.code).toBe('PT400');
    expect((await save(draft, parts, { course: newId }))?.code).toBe('PT404');
    expect(await databaseState(owner)).toEqual(before);
  });

  test('is refused to accounts without rights, and to authors the course of others', async () => {
    const draft = await opened();
    const { client: author } = await backend.giveRole('author');
    const before = await databaseState(owner);
    for (const client of [as.visitor, as.outsider, author])
      expect((await save(draft, parts.toReversed(), {}, client))?.code).toBe('42501');
    expect(await databaseState(owner)).toEqual(before);
  });
});

test('a module that is deleted stands in the trash with its lessons, and comes back to its place', async () => {
  const seen = [
    { id: firstModule, lessons: [lessonA, lessonB] },
    { id: secondModule, lessons: [lessonC] },
  ];
  await call('save_outline', { course, seen, modules: [{ id: secondModule, lessons: [{ id: lessonC }] }] });
  expect(await outlineOf()).toEqual([`${second} 0: C 0`]);
  const { data } = await as.staff.rpc('history', { record: course, size: 1 });
  expect(data[0].entries[0]).toMatchObject({ operation: 'delete', relation: 'modules', title: first });
  const { data: trash } = await as.staff.rpc('trash');
  expect(trash.slice(0, 2)).toEqual([
    expect.objectContaining({ row_id: firstModule, lesson_count: 2 }),
    expect.anything(),
  ]);
  await call('restore_deleted', { deleted: firstModule });
  expect(await outlineOf()).toEqual([`${first} 0: A 0, B 1`, `${second} 1: C 0`]);
});
