import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { onTestFinished } from 'vitest';

type Tables = Database['public']['Tables'];
export type NewCourse = Omit<Tables['courses']['Insert'], 'slug'>;
export type NewWorkshop = Tables['workshops']['Insert'];
export type NewLesson = Omit<Tables['lessons']['Insert'], 'module_id'>;
/** Lessons by the titles of their modules. */
export type NewModules = Readonly<Record<string, readonly NewLesson[]>>;

/** A request has the ids in its URL, whose length is limited. */
function batches(rows: readonly { id: string }[]): string[][] {
  const ids = rows.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / 100) }, (_, index) => ids.slice(index * 100, (index + 1) * 100));
}

/** Adds records with a client that may write them, and removes them after the test. */
export function createRecords(client: StaffClient) {
  function removeLater(table: 'courses' | 'workshops', rows: readonly { id: string }[]): void {
    onTestFinished(async () => {
      for (const ids of batches(rows)) await client.from(table).delete().in('id', ids);
    });
  }

  async function addWorkshops(workshops: NewWorkshop[]) {
    const added = unwrap(await client.from('workshops').insert(workshops).select('id, title'));
    removeLater('workshops', added);
    return added;
  }

  /** Published by default. */
  async function addCourses(courses: NewCourse[]) {
    const rows = courses.map((course) => ({ is_published: true, ...course, slug: `kurs-${crypto.randomUUID()}` }));
    const added = unwrap(await client.from('courses').insert(rows).select('id, title, slug'));
    removeLater('courses', added);
    return added;
  }

  async function addModule(module: Tables['modules']['Insert'], lessons: readonly NewLesson[]) {
    const { id } = unwrap(await client.from('modules').insert(module).select('id').single());
    const rows = lessons.map((lesson, position) => ({ ...lesson, module_id: id, order_position: position }));
    return rows.length === 0 ? [] : unwrap(await client.from('lessons').insert(rows).select('id, title'));
  }

  /** A course with its modules, and the lessons of all of them in their order. */
  async function addCourseOf(course: NewCourse, modules: NewModules) {
    const [added] = await addCourses([course]);
    if (!added) throw new Error('no course was added');
    const lessons: { id: string; title: string }[] = [];
    for (const [position, [title, contents]] of Object.entries(modules).entries()) {
      lessons.push(...(await addModule({ course_id: added.id, title, order_position: position }, contents)));
    }
    return { ...added, lessons };
  }

  return { addWorkshops, addCourses, addCourseOf };
}
