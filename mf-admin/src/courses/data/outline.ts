import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { readRecord, toEditable } from '../../kinds/data/records.ts';
import { readStoredEditing, type StoredDraft } from '../../versions/data/editing.ts';
import { course as courseKind } from '../course-record.ts';
import type { BuilderView } from '../model/builder-view.ts';
import { type CourseDraft, type CourseOutline, type ModuleOutline, toLessonType } from '../model/course-outline.ts';
import { type DraftLesson, type DraftModule, draftOutlineSchema, lessonIn } from '../model/draft-outline.ts';
import { type EditableLesson, lesson as lessonKind } from '../outline-record.ts';

export interface CourseBuilderData {
  readonly id: string;
  readonly view: BuilderView;
  readonly outline: Promise<Result<CourseOutline>>;
  readonly lesson: Promise<Result<EditableLesson>> | null;
}

const COLUMNS =
  'id, title, slug, is_published, updated_at, modules (id, title, description, updated_at, order_position, lessons (id, title, lesson_type, duration, order_position))';

interface Positioned {
  readonly id: string;
  readonly order_position: number;
}

const byPosition = (one: Positioned, other: Positioned) =>
  one.order_position - other.order_position || (one.id < other.id ? -1 : 1);

type ModuleRow = Pick<DraftModule, 'id' | 'title' | 'description' | 'updated_at'> & {
  readonly lessons: readonly Pick<DraftLesson, 'id' | 'title' | 'lesson_type' | 'duration'>[];
};

const toModules = (rows: readonly ModuleRow[]): readonly ModuleOutline[] =>
  rows.map(({ id, title, description, updated_at, lessons }) => ({
    id,
    title,
    description,
    updatedAt: updated_at,
    lessons: lessons.map((lesson) => ({
      id: lesson.id,
      title: lesson.title,
      type: toLessonType(lesson.lesson_type),
      duration: lesson.duration,
    })),
  }));

const toCourseDraft = ({ content: { modules, ...columns }, ...draft }: StoredDraft): CourseDraft => ({
  id: draft.id,
  updatedAt: draft.updated_at,
  isStale: draft.is_stale,
  publishAt: draft.publish_at,
  failure: draft.failure,
  columns,
  modules: draftOutlineSchema.parse(modules),
});

/** Reads the modules and lessons of a course, those of its draft where there is one. */
export async function readCourseOutline(client: StaffClient, id: string): Promise<CourseOutline> {
  const [course, editing] = await Promise.all([
    client.from('courses').select(COLUMNS).eq('id', id).maybeSingle(),
    readStoredEditing(client, courseKind.table, id),
  ]);
  const row = unwrap(course);
  const draft = editing.draft && toCourseDraft(editing.draft);
  const modules = row.modules
    .toSorted(byPosition)
    .map((module) => ({ ...module, lessons: module.lessons.toSorted(byPosition) }));
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    isPublished: row.is_published,
    updatedAt: row.updated_at,
    modules: toModules(draft?.modules ?? modules),
    draft,
    permission: editing.permission,
  };
}

export const readLesson = (client: StaffClient, course: string, id: string): Promise<EditableLesson> =>
  readRecord(client, lessonKind, id, { table: 'modules', column: 'course_id', value: course });

/** Throws `not_found` when the draft does not have the lesson. */
export async function lessonOfDraft({ modules }: CourseDraft, id: string): Promise<EditableLesson> {
  const lesson = lessonIn(modules, id);
  if (!lesson) throw new DataError('not_found', 'the draft has no such lesson');
  return toEditable(lessonKind, lesson);
}

export async function duplicateCourse(client: StaffClient, course: string): Promise<void> {
  unwrap(await client.rpc('duplicate_course', { course }));
}
