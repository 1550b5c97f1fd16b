import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { AnyRecordKind } from '../../kinds/model/define-record.ts';
import type { Option } from '../../kinds/model/field.ts';

/** The kinds that `delete_category` deletes; those of the matrix have an order. */
type Category = 'categories' | 'workshop_categories' | 'course_categories';
type InOrder = 'matrix_categories' | 'matrix_target_groups' | 'matrix_levels' | 'matrix_dimensions';
export type CategoryTable = Category | InOrder;

export const listCategories =
  (table: CategoryTable) =>
  async (client: StaffClient): Promise<readonly Option[]> =>
    unwrap(await client.from(table).select('id, name').order('name'));

/** All of them, as the order is stored as a whole. */
export async function listInOrder(client: UntypedClient, table: InOrder, columns: string): Promise<readonly unknown[]> {
  return unwrap(await client.from(table).select(columns).order('sort_order').order('id'));
}

export async function optionsInOrder(client: StaffClient, table: InOrder): Promise<readonly Option[]> {
  return (await listInOrder(client, table, 'id, name')) as readonly Option[];
}

/** Stores an order in one transaction. */
export async function reorder(client: StaffClient, axis: InOrder, ids: readonly string[]): Promise<void> {
  unwrap({ ...(await client.rpc('reorder_matrix', { axis, ids: [...ids] })), data: true });
}

/** How many rows use each category of a page. */
export async function withUses<Row extends { readonly id: string }>(
  client: StaffClient,
  kind: CategoryTable,
  rows: readonly Row[],
): Promise<readonly (Row & { readonly uses: number })[]> {
  const counted = unwrap(await client.rpc('count_uses', { kind, ids: rows.map(({ id }) => id) }));
  const uses = new Map(counted.map((row) => [row.id, row.uses]));
  return rows.map((row) => ({ ...row, uses: uses.get(row.id) ?? 0 }));
}

/** Deletes a category and moves what uses it to another one; null: to none. */
export async function deleteCategory(
  client: StaffClient,
  { table }: Pick<AnyRecordKind, 'table'>,
  category: string,
  replacement: string | null,
): Promise<void> {
  unwrap(await client.rpc('delete_category', { kind: table, category, ...(replacement !== null && { replacement }) }));
}
