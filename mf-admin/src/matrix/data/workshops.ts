import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { containing } from '@ki/shared/data/containing.ts';
import { columnOf, listRecords, type Page } from '../../kinds/data/records.ts';
import type { Option } from '../../kinds/model/field.ts';
import { optionsInOrder } from '../../records/data/categories.ts';
import { type MatrixWorkshopRow, matrixWorkshop } from '../matrix-record.ts';
import type { MatrixQuery } from '../model/matrix-query.ts';

/** The values of each axis, and the dimensions, in their order. */
export interface MatrixOptions {
  readonly category: readonly Option[];
  readonly group: readonly Option[];
  readonly level: readonly Option[];
  readonly dimensions: readonly Option[];
}

export async function readMatrixOptions(client: StaffClient): Promise<MatrixOptions> {
  const [category, group, level, dimensions] = await Promise.all([
    optionsInOrder(client, 'matrix_categories'),
    optionsInOrder(client, 'matrix_target_groups'),
    optionsInOrder(client, 'matrix_levels'),
    optionsInOrder(client, 'matrix_dimensions'),
  ]);
  return { category, group, level, dimensions };
}

interface MatrixList {
  readonly page: Page<MatrixWorkshopRow>;
  readonly options: MatrixOptions;
}

export interface MatrixListData {
  readonly query: MatrixQuery;
  readonly list: Promise<Result<MatrixList>>;
}

const COLUMN = { category: 'categoryId', group: 'groupId', level: 'levelId' } as const;

export async function listMatrixWorkshops(client: StaffClient, query: MatrixQuery): Promise<MatrixList> {
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
