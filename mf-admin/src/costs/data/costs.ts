import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../records/data/as-staff.ts';
import { type Costs, costsSchema, monthIn } from '../model/costs.ts';

export interface CostsData {
  readonly page: number;
  readonly costs: Promise<Result<Costs>>;
}

interface CostsQuery {
  readonly month: string | null;
  readonly page: number;
}

export async function readCosts(client: StaffClient, { month, page }: CostsQuery): Promise<Costs> {
  const firstDay = monthIn(month);
  const part = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE, ...(firstDay && { month: firstDay }) };
  return costsSchema.parse(unwrap(await client.rpc('ai_costs', part)));
}

export interface NewPrice {
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly request: number;
}

/** For operators. Throws the server's error text: `invalid` for a wrong name or price. */
export async function setPrice(client: StaffClient, price: NewPrice): Promise<void> {
  unwrapNothing(await client.rpc('set_ai_price', { ...price }));
}

export async function deletePrice(client: StaffClient, model: string): Promise<void> {
  unwrapNothing(await client.rpc('delete_ai_price', { model }));
}
