import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { LessonValues } from '../model/lesson.ts';
import { toLessonColumns } from './lesson-rows.ts';
import { renumberCourse } from './renumber-course.ts';

/** Where a new lesson goes: behind the `count` lessons of a module. */
export interface LessonPlace {
  readonly course: string;
  readonly module: string;
  readonly count: number;
}

/** Stores a new lesson. Returns its id. */
export async function createLesson(client: StaffClient, place: LessonPlace, values: LessonValues): Promise<string> {
  const row = { ...toLessonColumns(values, null), module_id: place.module, order_position: place.count };
  const { id } = unwrap(await client.from('lessons').insert(row).select('id').single());
  await renumberCourse(client, place.course);
  return id;
}
