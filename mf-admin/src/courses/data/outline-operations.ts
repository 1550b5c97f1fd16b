import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { columnsOf, type RecordSource, type StoredRow, storedOf, toEditable } from '../../kinds/data/records.ts';
import type { AnyRecordKind, ColumnsOf } from '../../kinds/model/define-record.ts';
import { asStaff, unwrapNothing } from '../../kit/data/as-staff.ts';
import { saveDraft } from '../../versions/data/drafts.ts';
import { readStoredEditing } from '../../versions/data/editing.ts';
import type { Restore } from '../../versions/data/history.ts';
import { course as courseKind } from '../course-record.ts';
import type { CourseOrder } from '../model/course-order.ts';
import {
  createdLesson,
  createdModule,
  type DraftOutline,
  draftOutlineSchema,
  inOrder,
  lessonIn,
  putBack,
  withCopyOfLesson,
  withCopyOfModule,
  withLesson,
  withLessonColumns,
  withModuleColumns,
  without,
} from '../model/draft-outline.ts';
import { type LessonValues, lesson as lessonKind, type ModuleValues, module as moduleKind } from '../outline-record.ts';

/** The acts of the course builder. Deleting may return what undoes it, a {@link Restore}. */
export interface OutlineOperations {
  /** Rows that the order does not name follow in their present order. */
  readonly reorder: (client: StaffClient, order: CourseOrder) => Promise<void>;
  readonly createModule: (client: StaffClient, values: ModuleValues) => Promise<string>;
  readonly createLesson: (client: StaffClient, module: string, values: LessonValues) => Promise<string>;
  /** Modules and lessons of a module that were written since a moment. */
  readonly modulesSince: (client: StaffClient, moment: string) => Promise<readonly StoredRow[]>;
  readonly lessonsSince: (client: StaffClient, module: string, moment: string) => Promise<readonly StoredRow[]>;
  readonly duplicateModule: (client: StaffClient, id: string) => Promise<void>;
  readonly duplicateLesson: (client: StaffClient, id: string) => Promise<void>;
  readonly deleteModule: (client: StaffClient, id: string) => Promise<unknown>;
  readonly deleteLesson: (client: StaffClient, id: string) => Promise<unknown>;
  /** Where a module or lesson of a draft is stored; undefined: in its table. */
  readonly moduleSource: (id: string) => RecordSource<typeof moduleKind> | undefined;
  readonly lessonSource: (id: string) => RecordSource<typeof lessonKind> | undefined;
}

const moduleColumns = (values: ModuleValues) => columnsOf(moduleKind, storedOf(moduleKind, values));
const lessonColumns = (values: LessonValues) => columnsOf(lessonKind, storedOf(lessonKind, values));

const onCourse = (course: string): OutlineOperations => ({
  reorder: async (client, order) => {
    const structure = order.map(({ id, lessons }) => ({ id, lessons: [...lessons] }));
    unwrapNothing(await client.rpc('reorder_course', { course, structure }));
  },
  createModule: async (client, values) =>
    unwrap(await client.rpc('create_module', { course, ...moduleColumns(values) })),
  createLesson: async (client, module, values) => {
    const { video_url, captions, transcript, ...columns } = lessonColumns(values);
    const optional = {
      ...(video_url && { video_url }),
      ...(captions && { captions }),
      ...(transcript && { transcript }),
    };
    return unwrap(await client.rpc('create_lesson', { module, ...columns, ...optional }));
  },
  modulesSince: async (client, moment) =>
    unwrap(await client.from('modules').select().eq('course_id', course).gte('updated_at', moment)),
  lessonsSince: async (client, module, moment) =>
    unwrap(await client.from('lessons').select().eq('module_id', module).gte('updated_at', moment)),
  duplicateModule: async (client, module) => unwrapNothing(await client.rpc('duplicate_module', { module })),
  duplicateLesson: async (client, lesson) => unwrapNothing(await client.rpc('duplicate_lesson', { lesson })),
  deleteModule: async (client, module) => unwrapNothing(await client.rpc('delete_module', { module })),
  deleteLesson: async (client, lesson) => unwrapNothing(await client.rpc('delete_lesson', { lesson })),
  moduleSource: () => undefined,
  lessonSource: () => undefined,
});

async function readDraft(client: StaffClient, course: string) {
  const { draft } = await readStoredEditing(client, courseKind.table, course);
  if (!draft) throw new DataError('conflict', 'Somebody else has published or discarded the draft.');
  return { ...draft, modules: draftOutlineSchema.parse(draft.content.modules) };
}

const ATTEMPTS = 3;

const isConflict = (error: unknown) => error instanceof DataError && error.code === 'conflict';

/**
 * Changes a part of the draft, and returns the outline before. When another part is changed at the same time, the change
 * is made again.
 */
async function changeDraft(
  client: StaffClient,
  course: string,
  change: (outline: DraftOutline) => DraftOutline,
): Promise<DraftOutline> {
  for (let attempt = 1; ; attempt += 1) {
    const { modules: before, updated_at: version, publish_at: publishAt } = await readDraft(client, course);
    const modules = change(before);
    try {
      await saveDraft(client, courseKind, course, { modules }, { version, base: null, publishAt });
      return before;
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

interface Part<Kind extends AnyRecordKind> {
  find(outline: DraftOutline): { readonly updated_at: string } | undefined;
  change(outline: DraftOutline, columns: ColumnsOf<Kind>): DraftOutline;
}

function sourceIn<Kind extends AnyRecordKind>(
  course: string,
  kind: Kind,
  { find, change }: Part<Kind>,
): RecordSource<Kind> {
  const found = (outline: DraftOutline) => {
    const part = find(outline);
    if (!part) throw new DataError('not_found', 'It is not in the draft any more.');
    return part;
  };
  return {
    read: async (client) => toEditable(kind, { ...found((await readDraft(client, course)).modules) }),
    save: async (client, stored, base) => {
      await changeDraft(client, course, (outline) => {
        const { updated_at: version } = found(outline);
        if (base !== null && version !== base) throw new DataError('conflict', `the part is no longer of ${base}`);
        return change(outline, columnsOf(kind, stored));
      });
    },
  };
}

const isSince =
  (moment: string) =>
  ({ updated_at: at }: { readonly updated_at: string }): boolean =>
    Date.parse(at) >= Date.parse(moment);

function inDraft(course: string): OutlineOperations {
  const change = (client: StaffClient, to: (outline: DraftOutline) => DraftOutline) => changeDraft(client, course, to);
  const remove = async (client: StaffClient, id: string): Promise<Restore> => {
    const before = await change(client, (outline) => without(outline, id));
    return async () => {
      await asStaff((staff) => change(staff, (outline) => putBack(outline, before, id)));
      return [];
    };
  };
  return {
    reorder: async (client, order) => void (await change(client, (outline) => inOrder(outline, order))),
    createModule: async (client, values) => {
      const module = createdModule(moduleColumns(values));
      await change(client, (outline) => [...outline, module]);
      return module.id;
    },
    createLesson: async (client, module, values) => {
      const lesson = createdLesson(lessonColumns(values));
      await change(client, (outline) => withLesson(outline, module, lesson));
      return lesson.id;
    },
    modulesSince: async (client, moment) => (await readDraft(client, course)).modules.filter(isSince(moment)),
    lessonsSince: async (client, id, moment) => {
      const { modules } = await readDraft(client, course);
      return modules.find((module) => module.id === id)?.lessons.filter(isSince(moment)) ?? [];
    },
    duplicateModule: async (client, id) => void (await change(client, (outline) => withCopyOfModule(outline, id))),
    duplicateLesson: async (client, id) => void (await change(client, (outline) => withCopyOfLesson(outline, id))),
    deleteModule: remove,
    deleteLesson: remove,
    moduleSource: (id) =>
      sourceIn(course, moduleKind, {
        find: (outline) => outline.find((module) => module.id === id),
        change: (outline, columns) => withModuleColumns(outline, id, columns),
      }),
    lessonSource: (id) =>
      sourceIn(course, lessonKind, {
        find: (outline) => lessonIn(outline, id),
        change: (outline, columns) => withLessonColumns(outline, id, columns),
      }),
  };
}

/** The acts on a course, or on its draft. */
export const operationsOn = (course: string, hasDraft: boolean): OutlineOperations =>
  hasDraft ? inDraft(course) : onCourse(course);
