import { given, givenAll, type Tables, unique } from '@ki/shared/testing/given.ts';

type NewCourse = Omit<Tables['courses']['Insert'], 'slug'>;
/** Lessons by the titles of their modules. */
export type NewModules = Readonly<Record<string, readonly Omit<Tables['lessons']['Insert'], 'module_id'>[]>>;

export const addWorkshops = (workshops: readonly Tables['workshops']['Insert'][]) => givenAll('workshops', workshops);

/** Published by default. */
export const addCourses = (courses: readonly NewCourse[]) =>
  givenAll(
    'courses',
    courses.map((course) => ({ is_published: true, ...course, slug: unique('kurs-') })),
  );

/** A course with its modules, and the lessons of all of them in their order. */
export async function addCourseOf(course: NewCourse, modules: NewModules) {
  const added = await given('courses', { is_published: true, ...course, slug: unique('kurs-') });
  const lessons: Tables['lessons']['Row'][] = [];
  for (const [position, [title, contents]] of Object.entries(modules).entries()) {
    const { id } = await given('modules', { course_id: added.id, title, order_position: position });
    const rows = contents.map((lesson, place) => ({ ...lesson, module_id: id, order_position: place }));
    if (rows.length > 0) lessons.push(...(await givenAll('lessons', rows)));
  }
  return { ...added, lessons };
}
