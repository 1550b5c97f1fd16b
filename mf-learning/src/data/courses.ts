import { libraryAddress, type PictureCopies } from '@ki/shared/contract/pictures.ts';
import { type Preview, previewOr } from '@ki/shared/contract/preview.ts';
import { type Reader, sentAsHtml } from '@ki/shared/contract/reads.ts';
import { containing } from '@ki/shared/data/containing.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { copiesBy, pictureOf } from '@ki/shared/data/picture-copies.ts';
import { beginningOf } from '@ki/shared/format/beginning-of.ts';
import { plainTextOf, prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import type { Course, CourseOutline, CourseSummary, Lesson, LessonEntry, Module } from '../model/course.ts';
import type { ListFilters, ListPage } from '../model/list.ts';
import { readPage } from './lists.ts';

const DESCRIPTION_LENGTH = 160;

type Tables = Database['public']['Tables'];

const CARD =
  'id, title, slug, description, picture, thumbnail_url, difficulty_level, total_duration, module_count, lesson_count, enrollment_count';

const SUMMARY = `${CARD}, category:course_categories(name)` as const;
/** The inner join makes the category's name filterable and drops courses without a category. */
const SUMMARY_BY_CATEGORY = `${CARD}, category:course_categories!inner(name)` as const;
const MODULES =
  'modules(id, title, description, order_position, lessons(id, title, duration, lesson_type, order_position))' as const;

type SummaryRow = NonNullable<Awaited<ReturnType<typeof query>>['data']>[number];

const toSummary = (row: SummaryRow, copies: PictureCopies): CourseSummary => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  description: row.description,
  picture: pictureOf(row, copies) ?? copies.get(row.thumbnail_url ?? '') ?? null,
  category: row.category?.name ?? null,
  level: row.difficulty_level,
  duration: row.total_duration,
  moduleCount: row.module_count,
  lessonCount: row.lesson_count,
  enrolled: row.enrollment_count,
});

/** Pictures of the library, and copies of thumbnails; those of other hosts are shown by their copies only. */
const thumbnailsOf = (reader: Reader, rows: readonly SummaryRow[]): Promise<PictureCopies> =>
  copiesBy(reader)(
    rows.flatMap(({ picture, thumbnail_url }) => [
      ...(picture === null ? [] : [libraryAddress(picture)]),
      ...(thumbnail_url === null ? [] : [thumbnail_url]),
    ]),
  );

type LessonRow = Pick<Tables['lessons']['Row'], 'id' | 'title' | 'duration' | 'lesson_type'>;

const toLesson = ({ id, title, duration, lesson_type }: LessonRow): LessonEntry => ({
  id,
  title,
  duration,
  type: lesson_type === 'video' ? 'video' : 'text',
});

type Positioned = { readonly id: string; readonly order_position: number };

type ModuleRow = Pick<Tables['modules']['Row'], 'id' | 'title' | 'description' | 'order_position'> & {
  lessons: (LessonRow & Positioned)[];
};

/** Positions may repeat while an editor sorts; the id makes the order unique. */
const byPosition = (a: Positioned, b: Positioned) => a.order_position - b.order_position || (a.id < b.id ? -1 : 1);

const toModules = (rows: ModuleRow[]): readonly Module[] =>
  rows.toSorted(byPosition).map(({ id, title, description, lessons }) => ({
    id,
    title,
    description,
    lessons: lessons.toSorted(byPosition).map(toLesson),
  }));

const LESSON =
  'id, title, duration, lesson_type, video_url, captions, transcript, content, updated_at, module:modules!inner(course:courses!inner(id, title, slug, is_published))' as const;

export async function listCourseCategories(reader: Reader): Promise<readonly string[]> {
  const rows = unwrap(await reader.from('course_categories').select('name').order('name'));
  return rows.map(({ name }) => name);
}

export async function listCourses(
  reader: Reader,
  filters: ListFilters,
  page: number,
): Promise<ListPage<CourseSummary>> {
  const found = await readPage(page, (from, to) => query(reader, filters).range(from, to));
  const copies = await thumbnailsOf(reader, found.entries);
  return { ...found, entries: found.entries.map((row) => toSummary(row, copies)) };
}

function query(reader: Reader, { search, category, level }: ListFilters) {
  const columns = category ? SUMMARY_BY_CATEGORY : SUMMARY;
  let rows = reader.from('courses').select(columns, { count: 'exact' }).eq('is_published', true);
  if (category) rows = rows.eq('category.name', category);
  if (level) rows = rows.eq('difficulty_level', level);
  if (search) rows = rows.or(containing(['title'], search));
  return rows.order('created_at', { ascending: false }).order('id');
}

export async function readCourse(reader: Reader, slug: string, preview?: Preview): Promise<Course> {
  const columns = `${SUMMARY}, ${MODULES}` as const;
  const row = await previewOr(preview, async () =>
    unwrap(await reader.from('courses').select(columns).eq('slug', slug).eq('is_published', true).maybeSingle()),
  );
  return { ...toSummary(row, await thumbnailsOf(reader, [row])), modules: toModules(row.modules) };
}

export async function readOutline(reader: Reader, slug: string, preview?: Preview): Promise<CourseOutline> {
  const columns = `id, title, slug, ${MODULES}` as const;
  const row = await previewOr(preview, async () =>
    unwrap(await reader.from('courses').select(columns).eq('slug', slug).eq('is_published', true).maybeSingle()),
  );
  return { id: row.id, title: row.title, slug: row.slug, modules: toModules(row.modules) };
}

/** Throws `not_found`, also for a lesson of another course. */
export async function readLessonRow(reader: Reader, courseSlug: string, id: string) {
  return unwrap(
    await reader
      .from('lessons')
      .select(LESSON)
      .eq('id', id)
      .eq('module.course.slug', courseSlug)
      .eq('module.course.is_published', true)
      .maybeSingle(),
  );
}

/** The lesson of a preview, which has its course around it. */
function previewedLesson({ lesson }: Preview): Preview {
  if (!lesson) throw new DataError('not_found', 'no such lesson');
  return lesson as Preview;
}

export async function readLesson(reader: Reader, courseSlug: string, id: string, preview?: Preview): Promise<Lesson> {
  const row = await previewOr(preview && previewedLesson(preview), () => readLessonRow(reader, courseSlug, id));
  const { course } = row.module;
  return {
    ...toLesson(row),
    courseId: course.id,
    courseTitle: course.title,
    description:
      beginningOf(await plainTextOf(row.content), DESCRIPTION_LENGTH) ||
      `Lektion „${row.title}“ des Online-Kurses „${course.title}“`,
    videoUrl: row.video_url,
    hasCaptions: row.captions !== null,
    transcript: row.transcript
      ? { text: sentAsHtml(await prepareText(row.transcript, copiesBy(reader), { idPrefix: 'transkript-' })) }
      : null,
    text: sentAsHtml(await prepareText(row.content, copiesBy(reader))),
  };
}
