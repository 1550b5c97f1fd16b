import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../records/data/as-staff.ts';
import { columnsOf, readRecord, storedOf } from '../../records/data/records.ts';
import type { BuilderView } from '../model/builder-view.ts';
import type { CourseOrder } from '../model/course-order.ts';
import { type CourseOutline, toLessonType } from '../model/course-outline.ts';
import {
  type EditableLesson,
  type LessonValues,
  lesson as lessonKind,
  type ModuleValues,
  module as moduleKind,
} from '../outline-record.ts';

export interface CourseBuilderData {
  readonly id: string;
  readonly view: BuilderView;
  readonly outline: Promise<Result<CourseOutline>>;
  readonly lesson: Promise<Result<EditableLesson>> | null;
}

const COLUMNS =
  'id, title, slug, is_published, modules (id, title, description, updated_at, order_position, lessons (id, title, lesson_type, duration, order_position))';

interface Positioned {
  readonly id: string;
  readonly order_position: number;
}

const byPosition = (one: Positioned, other: Positioned) =>
  one.order_position - other.order_position || (one.id < other.id ? -1 : 1);

export async function readCourseOutline(client: StaffClient, id: string): Promise<CourseOutline> {
  const row = unwrap(await client.from('courses').select(COLUMNS).eq('id', id).maybeSingle());
  const modules = row.modules.toSorted(byPosition).map((module) => ({
    id: module.id,
    title: module.title,
    description: module.description,
    updatedAt: module.updated_at,
    lessons: module.lessons.toSorted(byPosition).map((lesson) => ({
      id: lesson.id,
      title: lesson.title,
      type: toLessonType(lesson.lesson_type),
      duration: lesson.duration,
    })),
  }));
  return { id: row.id, title: row.title, slug: row.slug, isPublished: row.is_published, modules };
}

/** Stores an order in one transaction. Rows that it does not name follow in their present order. */
export async function reorderCourse(client: StaffClient, course: string, order: CourseOrder): Promise<void> {
  const structure = order.map(({ id, lessons }) => ({ id, lessons: [...lessons] }));
  unwrapNothing(await client.rpc('reorder_course', { course, structure }));
}

export async function createModule(client: StaffClient, course: string, values: ModuleValues): Promise<string> {
  const columns = columnsOf(moduleKind, storedOf(moduleKind, values));
  return unwrap(await client.rpc('create_module', { course, ...columns }));
}

export async function createLesson(client: StaffClient, module: string, values: LessonValues): Promise<string> {
  const stored = storedOf(lessonKind, values);
  const { video_url, captions, transcript, ...columns } = columnsOf(lessonKind, stored);
  const optional = {
    ...(video_url && { video_url }),
    ...(captions && { captions }),
    ...(transcript && { transcript }),
  };
  return unwrap(await client.rpc('create_lesson', { module, ...columns, ...optional }));
}

export const readLesson = (client: StaffClient, course: string, id: string): Promise<EditableLesson> =>
  readRecord(client, lessonKind, id, { table: 'modules', column: 'course_id', value: course });

export async function deleteModule(client: StaffClient, module: string): Promise<void> {
  unwrapNothing(await client.rpc('delete_module', { module }));
}

export async function deleteLesson(client: StaffClient, lesson: string): Promise<void> {
  unwrapNothing(await client.rpc('delete_lesson', { lesson }));
}

export async function duplicateCourse(client: StaffClient, course: string): Promise<void> {
  unwrap(await client.rpc('duplicate_course', { course }));
}

export async function duplicateModule(client: StaffClient, module: string): Promise<void> {
  unwrap(await client.rpc('duplicate_module', { module }));
}

export async function duplicateLesson(client: StaffClient, lesson: string): Promise<void> {
  unwrap(await client.rpc('duplicate_lesson', { lesson }));
}
