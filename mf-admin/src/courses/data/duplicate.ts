import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Stores a copy of a course, as a draft, with everything in it: all of it, or nothing. Throws `not_found`. */
export async function duplicateCourse(client: StaffClient, course: string): Promise<void> {
  unwrap(await client.rpc('duplicate_course', { course }));
}

/** Stores a copy of a module and its lessons right behind it: all of it, or nothing. Throws `not_found`. */
export async function duplicateModule(client: StaffClient, module: string): Promise<void> {
  unwrap(await client.rpc('duplicate_module', { module }));
}

/** Stores a copy of a lesson right behind it. Throws `not_found`. */
export async function duplicateLesson(client: StaffClient, lesson: string): Promise<void> {
  unwrap(await client.rpc('duplicate_lesson', { lesson }));
}
