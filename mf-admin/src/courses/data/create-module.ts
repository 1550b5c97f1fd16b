import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { ModuleValues } from '../model/module.ts';

/** Stores a new module at the end of a course. */
export async function createModule(
  client: StaffClient,
  course: string,
  { title, description }: ModuleValues,
): Promise<void> {
  unwrap(await client.rpc('create_module', { course, title, description }));
}
