import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { containing } from '@ki/shared/data/containing.ts';
import { columnOf, listRecords } from '../../kinds/data/records.ts';
import type { Option } from '../../kinds/model/field.ts';
import { listInOrder, optionsInOrder, withUses } from '../../records/data/categories.ts';
import { type Axis, matrixWorkshop } from '../matrix-record.ts';
import type { MatrixQuery } from '../model/matrix-query.ts';

/** The values of each axis, and the dimensions, in their order. */
export async function readMatrixOptions(client: StaffClient) {
  const tables = ['matrix_categories', 'matrix_target_groups', 'matrix_levels', 'matrix_dimensions'] as const;
  const read = await Promise.all(tables.map((table) => optionsInOrder(client, table)));
  const [category = [], group = [], level = [], dimensions = []] = read;
  return { category, group, level, dimensions };
}
export type MatrixOptions = Awaited<ReturnType<typeof readMatrixOptions>>;

export interface MatrixListData {
  readonly query: MatrixQuery;
  readonly list: Promise<Result<Awaited<ReturnType<typeof listMatrixWorkshops>>>>;
}

const COLUMN = { category: 'categoryId', group: 'groupId', level: 'levelId' } as const;

export async function listMatrixWorkshops(client: StaffClient, query: MatrixQuery) {
  const chosen = (['category', 'group', 'level'] as const).filter((axis) => query[axis] !== '');
  const page = listRecords(client, matrixWorkshop, {
    page: query.page,
    order: { by: 'title', descending: false },
    where: chosen.map((axis) => [COLUMN[axis], query[axis]] as const),
    condition: query.search && containing([columnOf(matrixWorkshop, 'title')], query.search),
  });
  const [found, options] = await Promise.all([page, readMatrixOptions(client)]);
  return { page: found, options };
}

export interface AxisRow {
  readonly id: string;
  readonly title: string;
  /** Dimensions have none. */
  readonly code?: string;
  readonly uses: number;
  /** All rows of the axis. */
  readonly options: readonly Option[];
}

export const listAxis =
  ({ table }: Axis) =>
  async (client: StaffClient): Promise<readonly AxisRow[]> => {
    const columns = table === 'matrix_dimensions' ? 'id, name' : 'id, name, code';
    const rows = (await listInOrder(client, table, columns)) as readonly (Option & Pick<AxisRow, 'code'>)[];
    const options = rows.map(({ id, name }) => ({ id, name }));
    const counted = await withUses(client, table, rows);
    return counted.map(({ name, ...row }) => ({ ...row, title: name, options }));
  };
