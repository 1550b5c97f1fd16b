import { test as base, type Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { editorClient } from '../platform/sign-in.ts';

type Row = Readonly<Record<string, unknown>>;

export interface AddedCourse {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly lessons: readonly { readonly id: string; readonly title: string }[];
}

interface Content {
  /** An editor's operations by the API. */
  readonly client: SupabaseClient;
  /** A word that only the records of this test contain. */
  readonly word: string;
  readonly addWorkshops: (rows: readonly Row[]) => Promise<readonly { id: string }[]>;
  readonly addCourses: (rows: readonly Row[]) => Promise<readonly AddedCourse[]>;
  readonly addCourseOf: (modules: Readonly<Record<string, readonly Row[]>>, values?: Row) => Promise<AddedCourse>;
}

/** Tests with records, which are removed after each test. */
export const test = base.extend<{ content: Content }>({
  content: async ({ request }, use) => {
    const client = await editorClient(request);
    const word = `w${crypto.randomUUID().slice(0, 8)}`;
    const addCourses: Content['addCourses'] = async (rows) => {
      const complete = rows.map((row) => ({ is_published: true, ...row, slug: `${word}-${crypto.randomUUID()}` }));
      const { data } = await client.from('courses').insert(complete).select('id, title, slug').throwOnError();
      return data.map((course) => ({ ...course, lessons: [] }));
    };
    const addCourseOf: Content['addCourseOf'] = async (modules, values) => {
      const [course] = await addCourses([{ title: `Kurs ${word}`, description: 'Ein Kurs.', ...values }]);
      if (!course) throw new Error('no course was added');
      const lessons: { id: string; title: string }[] = [];
      for (const [position, [title, contents]] of Object.entries(modules).entries()) {
        const module = { course_id: course.id, title, order_position: position };
        const { data: added } = await client.from('modules').insert(module).select('id').single().throwOnError();
        const rows = contents.map((lesson, index) => ({ ...lesson, module_id: added.id, order_position: index }));
        lessons.push(...(await client.from('lessons').insert(rows).select('id, title').throwOnError()).data);
      }
      return { ...course, lessons };
    };
    await use({
      client,
      word,
      addWorkshops: async (rows) =>
        (await client.from('workshops').insert(Array.from(rows)).select('id').throwOnError()).data,
      addCourses,
      addCourseOf,
    });
    await client.from('workshops').delete().like('title', `%${word}%`);
    await client.from('courses').delete().like('slug', `${word}-%`);
  },
});

export const lessonPath = (course: AddedCourse, index: number) =>
  `/courses/${course.slug}/lessons/${course.lessons[index]?.id}`;

/** The link of a lesson that is ticked off. */
export const tick = (page: Page, title: string) =>
  page
    .getByRole('navigation', { name: 'Course Content' })
    .getByRole('link', { name: new RegExp(`${title}.*erledigt`) });
