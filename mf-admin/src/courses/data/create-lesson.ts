import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { LessonValues } from '../model/lesson.ts';
import { toLessonColumns } from './lesson-rows.ts';

/** Stores a new lesson at the end of a module. */
export async function createLesson(client: StaffClient, module: string, values: LessonValues): Promise<void> {
  const { video_url, ...columns } = toLessonColumns(values, null);
  unwrap(await client.rpc('create_lesson', { module, ...columns, ...(video_url !== null && { video_url }) }));
}
