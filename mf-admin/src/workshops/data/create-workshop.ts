import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';
import type { WorkshopValues } from './workshop.ts';
import { toWorkshopColumns } from './workshop-rows.ts';

/** Stores a new workshop. */
export async function createWorkshop(client: StaffClient, values: WorkshopValues): Promise<void> {
  unwrapNothing(await client.from('workshops').insert(toWorkshopColumns(values, null)));
}
