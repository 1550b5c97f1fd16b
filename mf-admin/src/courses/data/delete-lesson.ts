import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';

/** Deletes a lesson. Throws `not_found` when it is gone already or may not be deleted. */
export async function deleteLesson(client: StaffClient, id: string): Promise<void> {
  unwrapNothing(await client.rpc('delete_lesson', { lesson: id }));
}
