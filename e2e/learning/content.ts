import { test as base } from '@playwright/test';
import { editorClient } from '../platform/sign-in.ts';

export interface NewLesson {
  readonly title: string;
  readonly content?: string;
  readonly lesson_type?: 'text' | 'video';
  readonly video_url?: string;
  readonly captions?: string;
  readonly transcript?: string;
  readonly duration?: string;
}

export interface AddedCourse {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly lessons: readonly { readonly id: string; readonly title: string }[];
}

interface Content {
  /** A word that only the records of this test contain. */
  readonly word: string;
  readonly addWorkshops: (rows: readonly Readonly<Record<string, unknown>>[]) => Promise<readonly { id: string }[]>;
  readonly changeWorkshop: (id: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly removeWorkshop: (id: string) => Promise<unknown>;
  readonly addCourses: (rows: readonly Readonly<Record<string, unknown>>[]) => Promise<readonly AddedCourse[]>;
  readonly addCourseOf: (modules: Readonly<Record<string, readonly NewLesson[]>>) => Promise<AddedCourse>;
  readonly changeLesson: (course: AddedCourse, index: number, values: Partial<NewLesson>) => Promise<void>;
}

/** Tests with records, which are removed after each test. */
export const test = base.extend<{ content: Content }>({
  content: async ({ request }, use) => {
    const client = await editorClient(request);
    const word = `w${crypto.randomUUID().slice(0, 8)}`;
    const rowsOf = async <T>(answer: PromiseLike<{ data: T | null; error: unknown }>): Promise<T> => {
      const { data, error } = await answer;
      if (error || !data) throw error;
      return data;
    };
    const addCourses: Content['addCourses'] = async (rows) => {
      const complete = rows.map((row) => ({ is_published: true, ...row, slug: `${word}-${crypto.randomUUID()}` }));
      const added = await rowsOf(client.from('courses').insert(complete).select('id, title, slug'));
      return added.map((course) => ({ ...course, lessons: [] }));
    };
    const addCourseOf: Content['addCourseOf'] = async (modules) => {
      const [course] = await addCourses([{ title: `Kurs ${word}`, description: 'Ein Kurs.' }]);
      if (!course) throw new Error('no course was added');
      const lessons: { id: string; title: string }[] = [];
      for (const [position, [title, contents]] of Object.entries(modules).entries()) {
        const module = { course_id: course.id, title, order_position: position };
        const [added] = await rowsOf(client.from('modules').insert(module).select('id'));
        const rows = contents.map((lesson, index) => ({ ...lesson, module_id: added?.id, order_position: index }));
        lessons.push(...(await rowsOf(client.from('lessons').insert(rows).select('id, title'))));
      }
      return { ...course, lessons };
    };
    await use({
      word,
      addWorkshops: (rows) =>
        rowsOf(
          client
            .from('workshops')
            .insert([...rows])
            .select('id'),
        ),
      changeWorkshop: async (id, values) => client.from('workshops').update(values).eq('id', id).throwOnError(),
      removeWorkshop: async (id) => client.from('workshops').delete().eq('id', id).throwOnError(),
      addCourses,
      addCourseOf,
      changeLesson: async (course, index, values) => {
        await client.from('lessons').update(values).eq('id', course.lessons[index]?.id).throwOnError();
      },
    });
    await client.from('workshops').delete().like('title', `%${word}%`);
    await client.from('courses').delete().like('slug', `${word}-%`);
  },
});

export const lessonPath = (course: AddedCourse, index: number) =>
  `/courses/${course.slug}/lessons/${course.lessons[index]?.id}`;
