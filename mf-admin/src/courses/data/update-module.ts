import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { expectChanged } from '../../records/data/expect-changed.ts';
import type { ModuleValues } from '../model/module.ts';

/** Saves a module over its version `base`, or over any when that is null. Throws `conflict` and `not_found`. */
export async function updateModule(
  client: StaffClient,
  id: string,
  { title, description }: ModuleValues,
  base: string | null,
): Promise<void> {
  const update = client.from('modules').update({ title, description }).eq('id', id);
  if (base !== null) update.eq('updated_at', base);
  await expectChanged(unwrap(await update.select('id')), base, client.from('modules').select('id').eq('id', id));
}
