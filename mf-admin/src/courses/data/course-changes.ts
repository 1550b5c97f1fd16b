import { contentOf } from '../../kinds/data/records.ts';
import type { AnyRecordKind } from '../../kinds/model/define-record.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { changesOf } from '../../versions/data/drafts.ts';
import { changesBetween } from '../../versions/model/conflict-texts.ts';
import { type FieldChange, textDifference } from '../../versions/model/difference.ts';
import { outlineText } from '../../versions/model/history.ts';
import { course as courseKind, lesson as lessonKind, module as moduleKind } from '../course-record.ts';
import type { CourseDraft, CourseOutline, ModuleOutline } from '../model/course-outline.ts';
import { readCourse } from './outline.ts';

interface Titled {
  readonly id: string;
  readonly title: string;
}

/** The changed fields of modules or lessons that both versions have. */
function changesOfParts(
  kind: AnyRecordKind,
  name: string,
  before: readonly Titled[],
  after: readonly Titled[],
): FieldChange[] {
  return after.flatMap((part) => {
    const earlier = before.find(({ id }) => id === part.id);
    if (!earlier) return [];
    const [old, current] = [contentOf(kind, { ...earlier }).values, contentOf(kind, { ...part }).values];
    return changesBetween(kind.fields, old, current, new Map()).map(({ label, parts }) => ({
      label: `${name} “${part.title}”: ${label}`,
      parts,
    }));
  });
}

const lessonsOf = (outline: readonly ModuleOutline[]) => outline.flatMap(({ lessons }) => lessons);

/** The differences of a draft to its course: fields, the outline, and the texts of modules and lessons. */
export async function changesOfCourse(
  { id, modules }: CourseOutline,
  { columns }: CourseDraft,
): Promise<readonly FieldChange[]> {
  const live = await asStaff((client) => readCourse(client, id, '*'));
  const [before, after] = [outlineText(live.modules), outlineText(modules)];
  return [
    ...(await changesOf(
      courseKind.fields,
      contentOf(courseKind, live.columns).values,
      contentOf(courseKind, columns).values,
    )),
    ...(before === after ? [] : [{ label: 'Modules', parts: textDifference(before, after) }]),
    ...changesOfParts(moduleKind, 'Module', live.modules, modules),
    ...changesOfParts(lessonKind, 'Lesson', lessonsOf(live.modules), lessonsOf(modules)),
  ];
}
