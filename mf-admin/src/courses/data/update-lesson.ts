import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { expectChanged } from '../../records/data/expect-changed.ts';
import type { EditableLesson, LessonValues } from '../model/lesson.ts';
import { toLessonColumns } from './lesson-rows.ts';

/** Saves a lesson over its version `base`, or over any when that is null. Throws `conflict` and `not_found`. */
export async function updateLesson(
  client: StaffClient,
  lesson: EditableLesson,
  values: LessonValues,
  base: string | null,
): Promise<void> {
  const update = client.from('lessons').update(toLessonColumns(values, lesson)).eq('id', lesson.id);
  if (base !== null) update.eq('updated_at', base);
  await expectChanged(unwrap(await update.select('id')), base, client.from('lessons').select('id').eq('id', lesson.id));
}
