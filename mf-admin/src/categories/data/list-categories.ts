import type { StaffClient } from '@ki/shared/data/clients.ts';
import { listRecords, type Page } from '../../kinds/data/records.ts';
import type { Option } from '../../kinds/model/field.ts';
import { listCategories, withUses } from '../../records/data/categories.ts';
import { category, courseCategory, workshopCategory } from '../category-record.ts';

export interface CategoryRow {
  readonly id: string;
  readonly title: string;
  /** For categories of posts. */
  readonly slug?: string;
  readonly uses: number;
  /** All categories of the kind. */
  readonly options: readonly Option[];
}

const SORTED = { by: 'name', descending: false } as const;

type Named = { readonly id: string; readonly name: string; readonly slug?: string };

async function withCounts(
  client: StaffClient,
  table: Parameters<typeof listCategories>[0],
  list: Promise<Page<Named>>,
): Promise<Page<CategoryRow>> {
  const [{ rows, total }, options] = await Promise.all([list, listCategories(table)(client)]);
  const counted = await withUses(client, table, rows);
  return { rows: counted.map(({ name, ...row }) => ({ ...row, title: name, options })), total };
}

export const listPostCategories = (client: StaffClient, page: number) =>
  withCounts(client, category.table, listRecords(client, category, { page, order: SORTED }));

const listNamed = (kind: typeof workshopCategory | typeof courseCategory) => (client: StaffClient, page: number) =>
  withCounts(client, kind.table, listRecords(client, kind, { page, order: SORTED }));

export const listWorkshopCategories = listNamed(workshopCategory);
export const listCourseCategories = listNamed(courseCategory);
