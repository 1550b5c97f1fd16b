import type { Reader } from '@ki/shared/contract/reader.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { AXES, type AxisDefinition, perAxis } from '../model/axes.ts';
import { orderWorkshops } from '../model/order.ts';
import type { Matrix } from '../model/workshop.ts';
import { readAll } from './read-all.ts';

type WorkshopRow = Pick<
  Database['public']['Tables']['matrix_workshops']['Row'],
  'id' | 'title' | 'duration_hours' | 'price_chf' | AxisDefinition['column']
>;

const COLUMNS = ['id', 'title', 'duration_hours', 'price_chf', ...AXES.map(({ column }) => column)].join();

/** The values of all axes, each with the id by which workshops name it. */
async function readValues(reader: Reader) {
  const read = async ({ key, table }: AxisDefinition) => {
    const rows = unwrap(await reader.from(table).select('id, code, name').order('sort_order').order('code'));
    return rows.map(({ id, ...value }) => ({ axis: key, id, value }));
  };
  return (await Promise.all(AXES.map(read))).flat();
}

/** The whole matrix: its axes and every workshop, in the order in which it is shown. */
export async function listMatrix(reader: Reader): Promise<Matrix> {
  const [values, rows] = await Promise.all([
    readValues(reader),
    readAll((first, last) =>
      reader
        .from('matrix_workshops')
        .select<string, WorkshopRow>(COLUMNS, { count: 'exact' })
        .order('id')
        .range(first, last),
    ),
  ]);
  const axes = perAxis(({ key }) => values.filter(({ axis }) => axis === key).map(({ value }) => value));
  const codes = new Map(values.map(({ id, value }) => [id, value.code]));
  const workshops = rows.map((row) => ({
    id: row.id,
    title: row.title,
    ...perAxis(({ column }) => codes.get(row[column]) ?? ''),
    hours: row.duration_hours,
    price: row.price_chf,
  }));
  return { axes, workshops: orderWorkshops(workshops, axes) };
}
