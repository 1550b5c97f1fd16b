import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { newId } from '@ki/shared/data/new-id.ts';
import { columnsOf, type RecordSource, type StoredRow, storedOf, toEditable } from '../../kinds/data/records.ts';
import type { AnyRecordKind, ValuesOf } from '../../kinds/model/define-record.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { orderOf } from '../model/course-order.ts';
import {
  type Act,
  type CourseOutline,
  changedParts,
  type Outline,
  partIn,
  withColumns,
  withLesson,
  withModule,
} from '../model/course-outline.ts';
import { readOpen } from './outline.ts';

type OpenCourse = Pick<CourseOutline, 'id' | 'draft'>;

/** The generated types do not allow a `draft` that is null, nor constant lists. */
const untyped = (client: UntypedClient) => client;

const ATTEMPTS = 3;

const isConflict = (error: unknown) => error instanceof DataError && error.code === 'conflict';

/**
 * Changes the draft of a course, or the course where there is none, and returns the outline before. When it is changed
 * at the same time, the act is made again, with what is stored then.
 */
export async function changeOutline(client: StaffClient, course: OpenCourse, act: Act): Promise<Outline> {
  for (let attempt = 1; ; attempt += 1) {
    const { modules: before, draft } = await readOpen(client, course);
    const args = { course: course.id, seen: orderOf(before), modules: changedParts(before, act(before)) };
    try {
      unwrapNothing(await untyped(client).rpc('save_outline', { ...args, draft }));
      return before;
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** How the form of a new module, or of a new lesson in `module`, stores it. */
export const creationIn = <Kind extends AnyRecordKind>(
  course: OpenCourse,
  kind: Kind,
  key: string,
  module: string | null = null,
) => ({
  key,
  create: async (client: StaffClient, values: ValuesOf<Kind>): Promise<string> => {
    const columns: StoredRow = columnsOf(kind, storedOf(kind, values));
    const part = { ...columns, id: newId(), title: String(columns.title) };
    await changeOutline(client, course, module === null ? withModule(part) : withLesson(module, part));
    return part.id;
  },
  createdSince: async (client: StaffClient, moment: string): Promise<readonly StoredRow[]> => {
    const { modules } = await readOpen(client, course, '*');
    const parts = module === null ? modules : (modules.find(({ id }) => id === module)?.lessons ?? []);
    return parts.filter(({ updated_at: at }) => Date.parse(at) >= Date.parse(moment));
  },
});

/** Where a module or lesson of a draft is stored; undefined: in its table. */
export const sourceIn = <Kind extends AnyRecordKind>(
  course: OpenCourse,
  kind: Kind,
  id: string,
): RecordSource<Kind> | undefined =>
  course.draft
    ? {
        read: async (client) => toEditable(kind, partIn((await readOpen(client, course)).modules, id)),
        save: async (client, stored, base) => {
          await changeOutline(client, course, withColumns(id, columnsOf(kind, stored), base));
        },
      }
    : undefined;
