import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Stores a copy of a lesson right behind it. Throws `not_found`. */
export async function duplicateLesson(client: StaffClient, id: string): Promise<void> {
  unwrap(await client.rpc('duplicate_lesson', { lesson: id }));
}
