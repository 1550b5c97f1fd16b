import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import { readRecord, toEditable } from '../../kinds/data/records.ts';
import { readStoredEditing } from '../../versions/data/editing.ts';
import { course as courseKind, type EditableLesson, lesson as lessonKind } from '../course-record.ts';
import type { BuilderView } from '../model/builder-view.ts';
import { type CourseOutline, outlineSchema } from '../model/course-outline.ts';

export interface CourseBuilderData {
  readonly id: string;
  readonly view: BuilderView;
  readonly outline: Promise<Result<CourseOutline>>;
  readonly lesson: Promise<Result<EditableLesson>> | null;
}

const positioned = z.looseObject({ id: z.string(), order_position: z.number() });
const courseSchema = z.looseObject({
  title: z.string(),
  slug: z.string(),
  is_published: z.boolean(),
  updated_at: z.string(),
  modules: z.array(z.extend(positioned, { lessons: z.array(positioned) })),
});

const inPosition = <Row extends z.output<typeof positioned>>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => one.order_position - other.order_position || (one.id < other.id ? -1 : 1));

/** Reads a course with its modules and these columns of its lessons, by default without the texts. */
export async function readCourse(
  client: UntypedClient,
  id: string,
  lessons = 'id, title, lesson_type, duration, updated_at, order_position',
) {
  const query = client.from('courses').select(`*, modules (*, lessons (${lessons}))`).eq('id', id);
  const { modules, ...columns } = courseSchema.parse(unwrap(await query.maybeSingle()));
  const outline = inPosition(modules).map((module) => ({ ...module, lessons: inPosition(module.lessons) }));
  return { columns, modules: outlineSchema.parse(outline) };
}

/** The outline that acts change: that of the draft where one is open, else that of the course. */
export async function readOpen(
  client: StaffClient,
  { id, draft }: Pick<CourseOutline, 'id' | 'draft'>,
  lessons?: string,
) {
  if (!draft) return { modules: (await readCourse(client, id, lessons)).modules, draft: null };
  const { draft: stored } = await readStoredEditing(client, courseKind.table, id);
  if (!stored) throw new DataError('conflict', 'Somebody else has published or discarded the draft.');
  return { modules: outlineSchema.parse(stored.content.modules), draft: stored.id };
}

/** Reads the modules and lessons of a course, those of its draft where there is one. */
export async function readCourseOutline(client: StaffClient, id: string): Promise<CourseOutline> {
  const [course, { draft, permission }] = await Promise.all([
    readCourse(client, id),
    readStoredEditing(client, courseKind.table, id),
  ]);
  const { title, slug, is_published: isPublished, updated_at: updatedAt } = course.columns;
  const { modules, ...columns } = draft?.content ?? { modules: course.modules };
  return {
    id,
    title,
    slug,
    isPublished,
    updatedAt,
    permission,
    modules: outlineSchema.parse(modules),
    draft: draft && {
      id: draft.id,
      updatedAt: draft.updated_at,
      isStale: draft.is_stale,
      publishAt: draft.publish_at,
      failure: draft.failure,
      columns,
    },
  };
}

/** Throws `not_found` when the course, or its draft where there is one, does not have the lesson. */
export async function readLesson(
  client: StaffClient,
  course: string,
  id: string,
  outline: Promise<Result<CourseOutline>>,
): Promise<EditableLesson> {
  // Both are read at once.
  const stored = readRecord(client, lessonKind, id, { table: 'modules', column: 'course_id', value: course });
  stored.catch(() => {});
  const read = await outline;
  if (!read.ok || !read.data.draft) return stored;
  const lesson = read.data.modules.flatMap(({ lessons }) => lessons).find((one) => one.id === id);
  if (!lesson) throw new DataError('not_found', 'the draft has no such lesson');
  return toEditable(lessonKind, lesson);
}

export async function duplicateCourse(client: StaffClient, course: string): Promise<void> {
  unwrap(await client.rpc('duplicate_course', { course }));
}
