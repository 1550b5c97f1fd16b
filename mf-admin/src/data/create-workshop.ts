import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { WorkshopValues } from '../model/workshop.ts';
import { unwrapNothing } from './unwrap-nothing.ts';
import { toWorkshopColumns } from './workshop-rows.ts';

/** Stores a new workshop. */
export async function createWorkshop(client: StaffClient, values: WorkshopValues): Promise<void> {
  unwrapNothing(await client.from('workshops').insert(toWorkshopColumns(values, null)));
}
