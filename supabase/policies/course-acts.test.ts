import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { databaseState } from './database-state.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const { course, firstModule, secondModule, lessonA, lessonB } = ids;

/** A line for each module with the stored positions, such as `Title 0: A 0, B 1`. */
const outlineOf = async (id: string = course) =>
  (
    await backend.owner.query<{ line: string }>(
      `select m.title || ' ' || m.order_position || ': ' || coalesce(
         (select string_agg(l.title || ' ' || l.order_position, ', ' order by l.order_position)
          from lessons l where l.module_id = m.id), '') as line
       from modules m where m.course_id = $1 order by m.order_position`,
      [id],
    )
  ).map(({ line }) => line);

const newLesson = { title: 'Neu', lesson_type: 'text', duration: '00:01:00', content: '' };

const acts: readonly (readonly [string, Record<string, unknown>])[] = [
  ['create_module', { course, title: 'Neu', description: '' }],
  ['create_lesson', { module: firstModule, ...newLesson }],
  ['delete_module', { module: firstModule }],
  ['delete_lesson', { lesson: lessonA }],
  ['duplicate_course', { course }],
  ['duplicate_module', { module: firstModule }],
  ['duplicate_lesson', { lesson: lessonA }],
];

describe('one act, one transaction', () => {
  const call = async (name: string, parameters: Record<string, unknown>) => {
    const { data, error } = await backend.as.staff.rpc(name, parameters);
    expect(error).toBeNull();
    return data;
  };
  const [first, second] = ['Erstes Modul', 'Zweites Modul'];
  const texts = { video_url: 'https://example.com/film.mp4', captions: 'WEBVTT', transcript: '## Anfang' };
  const textsOf = (title: string) =>
    backend.as.staff.from('lessons').select('video_url, captions, transcript').eq('title', title);

  test('a module is added at the end, a lesson at the end of its module', async () => {
    await call('create_module', { course, title: 'Neu', description: 'Worum es geht' });
    await call('create_lesson', { module: firstModule, ...newLesson, ...texts });
    expect(await outlineOf()).toEqual([`${first} 0: A 0, B 1, Neu 2`, `${second} 1: C 0`, 'Neu 2: ']);
    expect((await textsOf('Neu')).data).toEqual([texts]);
  });

  test('deleting closes the gap', async () => {
    await call('delete_lesson', { lesson: lessonA });
    await call('delete_module', { module: secondModule });
    expect(await outlineOf()).toEqual([`${first} 0: B 0`]);
    await call('create_module', { course, title: 'Neu', description: '' });
    await call('delete_module', { module: firstModule });
    expect(await outlineOf()).toEqual(['Neu 0: ']);
  });

  test('copies come right after their originals, even where positions were not unique before', async () => {
    await backend.owner.execute('update lessons set order_position = 7; update modules set order_position = 7');
    await call('duplicate_lesson', { lesson: lessonA });
    await call('duplicate_module', { module: firstModule });
    expect(await outlineOf()).toEqual([
      `${first} 0: A 0, A (Kopie) 1, B 2`,
      `${first} (Kopie) 1: A 0, A (Kopie) 1, B 2`,
      `${second} 2: C 0`,
    ]);
  });

  test('copies have the video, its captions and its transcript', async () => {
    await backend.as.staff.from('lessons').update(texts).eq('id', lessonA).throwOnError();
    await call('duplicate_lesson', { lesson: lessonA });
    await call('duplicate_module', { module: firstModule });
    await call('duplicate_course', { course });
    expect((await textsOf('A')).data).toEqual([texts, texts, texts, texts]);
    expect((await textsOf('A (Kopie)')).data).toEqual([texts, texts, texts, texts]);
  });

  test('a copy of a course is a draft at an address of its own, with modules and lessons', async () => {
    const copies = await Promise.all([1, 2, 3].map(() => call('duplicate_course', { course })));
    const { data } = await backend.as.staff
      .from('courses')
      .select('slug, title, is_published, description, lesson_count, total_duration')
      .in('id', copies)
      .order('slug');
    const copy = { title: 'Offener Kurs (Kopie)', description: 'Prüfungen verstehen.', is_published: false };
    expect(data).toEqual(
      ['offener-kurs-kopie', 'offener-kurs-kopie-2', 'offener-kurs-kopie-3'].map((slug) => ({
        ...copy,
        slug,
        lesson_count: 3,
        total_duration: '01:00:00',
      })),
    );
    expect(await outlineOf(copies[0])).toEqual(await outlineOf());
  });
});

describe.each(acts)('%s', (name, parameters) => {
  test('with an id that does not exist is not found', async () => {
    const nothing = '00000000-0000-4000-8000-000000000000';
    const ofNothing = Object.fromEntries(
      Object.entries(parameters).map(([key, value]) => [
        key,
        ['course', 'module', 'lesson'].includes(key) ? nothing : value,
      ]),
    );
    expect((await backend.as.staff.rpc(name, ofNothing)).error?.code).toBe('PT404');
  });
});

describe('an act that a constraint refuses half-way is rolled back', () => {
  test.each([
    ...acts.filter(([name]) => name.startsWith('duplicate')),
    ['create_lesson', { module: firstModule, ...newLesson, title: ' ' }] as const,
    ['create_lesson', { module: firstModule, ...newLesson, lesson_type: 'film' }] as const,
    ['create_module', { course, title: ' ', description: '' }] as const,
  ])('%s', async (name, parameters) => {
    // This is the last row that a copy writes.
    await backend.owner.query('update lessons set title = $1 where id = $2', ['Z', lessonB]);
    await backend.owner.execute(
      "alter table lessons add constraint refused check (title not in ('Z', 'A (Kopie)')) not valid",
    );
    const before = await databaseState(backend.owner);
    const { error } = await backend.as.staff.rpc(name, parameters);
    await backend.owner.execute('alter table lessons drop constraint refused');
    expect(error?.code).toBe('23514');
    expect(await databaseState(backend.owner)).toEqual(before);
  });
});
