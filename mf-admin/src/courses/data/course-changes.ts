import { unwrap } from '@ki/shared/data/errors.ts';
import { contentOf } from '../../kinds/data/records.ts';
import type { AnyRecordKind } from '../../kinds/model/define-record.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { changesOf } from '../../versions/data/drafts.ts';
import { changesBetween } from '../../versions/model/conflict-texts.ts';
import { type FieldChange, textDifference } from '../../versions/model/difference.ts';
import { outlineText } from '../../versions/model/history.ts';
import { course as courseKind } from '../course-record.ts';
import type { CourseDraft } from '../model/course-outline.ts';
import { type DraftOutline, draftOutlineSchema } from '../model/draft-outline.ts';
import { lesson as lessonKind, module as moduleKind } from '../outline-record.ts';

const COLUMNS = '*, modules (*, lessons (*))';

interface Positioned {
  readonly order_position: number;
}

const byPosition = (one: Positioned, other: Positioned) => one.order_position - other.order_position;

async function readCourse(id: string) {
  const row = unwrap(
    await asStaff(async (client) => client.from('courses').select(COLUMNS).eq('id', id).maybeSingle()),
  );
  const { modules, ...columns } = row;
  const outline = modules
    .toSorted(byPosition)
    .map(({ lessons, ...module }) => ({ ...module, lessons: lessons.toSorted(byPosition) }));
  return { columns, modules: draftOutlineSchema.parse(outline) };
}

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

const lessonsOf = (outline: DraftOutline) => outline.flatMap(({ lessons }) => lessons);

/** The differences of a draft to its course: fields, the outline, and the texts of modules and lessons. */
export async function changesOfCourse(id: string, draft: CourseDraft): Promise<readonly FieldChange[]> {
  const live = await readCourse(id);
  const [before, after] = [outlineText(live.modules), outlineText(draft.modules)];
  return [
    ...(await changesOf(
      courseKind.fields,
      contentOf(courseKind, live.columns).values,
      contentOf(courseKind, draft.columns).values,
    )),
    ...(before === after ? [] : [{ label: 'Modules', parts: textDifference(before, after) }]),
    ...changesOfParts(moduleKind, 'Module', live.modules, draft.modules),
    ...changesOfParts(lessonKind, 'Lesson', lessonsOf(live.modules), lessonsOf(draft.modules)),
  ];
}
