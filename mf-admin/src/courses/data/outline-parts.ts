import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { columnsOf, readRecord } from '../../records/data/records.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';
import { type EditableLesson, type LessonValues, lesson as lessonKind } from '../lesson-record.ts';
import { type ModuleValues, module as moduleKind } from '../module-record.ts';

/** Stores a new module at the end of a course. */
export async function createModule(client: StaffClient, course: string, values: ModuleValues): Promise<void> {
  unwrap(await client.rpc('create_module', { course, ...columnsOf(moduleKind, values) }));
}

/** Stores a new lesson at the end of a module. */
export async function createLesson(client: StaffClient, module: string, values: LessonValues): Promise<void> {
  const { video_url, ...columns } = columnsOf(lessonKind, values);
  unwrap(await client.rpc('create_lesson', { module, ...columns, ...(video_url !== null && { video_url }) }));
}

/** A lesson of a course to be edited or shown, drafts included. Throws `not_found`. */
export const readLesson = (client: StaffClient, course: string, id: string): Promise<EditableLesson> =>
  readRecord(client, lessonKind, id, { table: 'modules', column: 'course_id', value: course });

/** Deletes a module with its lessons. Throws `not_found` when it is gone already or may not be deleted. */
export async function deleteModule(client: StaffClient, module: string): Promise<void> {
  unwrapNothing(await client.rpc('delete_module', { module }));
}

/** Deletes a lesson. Throws `not_found` when it is gone already or may not be deleted. */
export async function deleteLesson(client: StaffClient, lesson: string): Promise<void> {
  unwrapNothing(await client.rpc('delete_lesson', { lesson }));
}
