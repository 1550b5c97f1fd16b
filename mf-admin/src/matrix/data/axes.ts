import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Option } from '../../kinds/model/field.ts';
import { listInOrder, withUses } from '../../records/data/categories.ts';
import type { axes } from '../matrix-record.ts';

export interface AxisRow {
  readonly id: string;
  readonly title: string;
  /** Dimensions have none. */
  readonly code?: string;
  readonly uses: number;
  /** All rows of the axis. */
  readonly options: readonly Option[];
}

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly code?: string;
}

export const listAxis =
  ({ table }: (typeof axes)[number]) =>
  async (client: StaffClient): Promise<readonly AxisRow[]> => {
    const columns = table === 'matrix_dimensions' ? 'id, name' : 'id, name, code';
    const rows = (await listInOrder(client, table, columns)) as readonly Stored[];
    const options = rows.map(({ id, name }) => ({ id, name }));
    const counted = await withUses(client, table, rows);
    return counted.map(({ name, ...row }) => ({ ...row, title: name, options }));
  };
