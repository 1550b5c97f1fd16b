import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { expectChanged } from '../../records/data/expect-changed.ts';
import type { EditableWorkshop, WorkshopValues } from './workshop.ts';
import { toWorkshopColumns } from './workshop-rows.ts';

/** Saves a workshop over its version `base`, or over any when that is null. Throws `conflict` and `not_found`. */
export async function updateWorkshop(
  client: StaffClient,
  workshop: EditableWorkshop,
  values: WorkshopValues,
  base: string | null,
): Promise<void> {
  const update = client.from('workshops').update(toWorkshopColumns(values, workshop)).eq('id', workshop.id);
  if (base !== null) update.eq('updated_at', base);
  await expectChanged(
    unwrap(await update.select('id')),
    base,
    client.from('workshops').select('id').eq('id', workshop.id),
  );
}
