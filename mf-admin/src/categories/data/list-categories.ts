import type { StaffClient } from '@ki/shared/data/clients.ts';
import { listRecords, type Page } from '../../kinds/data/records.ts';
import type { Option } from '../../kinds/model/field.ts';
import { listCategories, withUses } from '../../records/data/categories.ts';
import type { CategoryKind } from '../category-record.ts';

export interface CategoryRow {
  readonly id: string;
  readonly title: string;
  /** For categories of posts. */
  readonly slug?: string;
  readonly uses: number;
  /** All categories of the kind. */
  readonly options: readonly Option[];
}

/** A page of a kind of categories, by their names. */
export const listOf =
  (kind: CategoryKind) =>
  async (client: StaffClient, page: number): Promise<Page<CategoryRow>> => {
    const order = { by: 'name', descending: false } as const;
    const [{ rows, total }, options] = await Promise.all([
      listRecords(client, kind, { page, order }),
      listCategories(kind.table)(client),
    ]);
    const counted = await withUses(client, kind.table, rows);
    return { rows: counted.map(({ name, ...row }) => ({ ...row, title: name, options })), total };
  };
