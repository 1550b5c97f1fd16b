import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from './unwrap-nothing.ts';

/** Columns of a lesson that a copy takes over. */
export const LESSON_CONTENT = 'title, content, video_url, duration, lesson_type, order_position';

/** Columns of a module, and of its lessons, that a copy takes over. */
export const MODULE_CONTENT = `title, description, order_position, lessons (${LESSON_CONTENT})` as const;

export interface LessonContent {
  readonly title: string;
  readonly content: string;
  readonly video_url: string | null;
  readonly duration: string;
  readonly lesson_type: string;
  readonly order_position: number;
}

interface ModuleContent {
  readonly title: string;
  readonly description: string;
  readonly order_position: number;
  readonly lessons: readonly LessonContent[];
}

/** Stores modules with their lessons in two requests, however many there are. */
export async function insertModules(
  client: StaffClient,
  course: string,
  modules: readonly ModuleContent[],
): Promise<void> {
  if (modules.length === 0) return;
  // By their order and numbered anew: the answer then says by position which module became which.
  const ordered = modules.toSorted((one, other) => one.order_position - other.order_position);
  const rows = ordered.map(({ title, description }, position) => ({
    course_id: course,
    title,
    description,
    order_position: position,
  }));
  const stored = unwrap(await client.from('modules').insert(rows).select('id, order_position'));
  const idAt = new Map(stored.map((row) => [row.order_position, row.id]));
  const lessons = ordered.flatMap((module, position) =>
    module.lessons.map((lesson) => ({ ...lesson, module_id: idOf(idAt, position) })),
  );
  if (lessons.length > 0) unwrapNothing(await client.from('lessons').insert(lessons));
}

function idOf(idAt: ReadonlyMap<number, string>, position: number): string {
  const id = idAt.get(position);
  if (!id) throw new DataError('unavailable', `no module was stored at position ${position}`);
  return id;
}
