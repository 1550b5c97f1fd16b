import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { orderWorkshops } from '../model/order.ts';
import type { Matrix } from '../model/workshop.ts';
import { type AxisRows, indexAxes } from './axis-rows.ts';
import { readAll } from './read-all.ts';

const COLUMNS = 'id, title, duration_hours, price_chf, category_id, target_group_id, level_id';

async function readAxes(reader: Reader): Promise<AxisRows> {
  const columns = 'id, code, name';
  const [category, group, level] = await Promise.all([
    reader.from('matrix_categories').select(columns).order('sort_order').order('code'),
    reader.from('matrix_target_groups').select(columns).order('sort_order').order('code'),
    reader.from('matrix_levels').select(columns).order('sort_order').order('code'),
  ]);
  return { category: unwrap(category), group: unwrap(group), level: unwrap(level) };
}

/** The whole matrix: its axes and every workshop, in the order in which it is shown. */
export async function listMatrix(reader: Reader): Promise<Matrix> {
  const [axisRows, rows] = await Promise.all([
    readAxes(reader),
    readAll((first, last) =>
      reader.from('matrix_workshops').select(COLUMNS, { count: 'exact' }).order('id').range(first, last),
    ),
  ]);
  const { axes, codeOf } = indexAxes(axisRows);
  const workshops = rows.map((row) => ({
    id: row.id,
    title: row.title,
    category: codeOf(row.category_id),
    group: codeOf(row.target_group_id),
    level: codeOf(row.level_id),
    hours: row.duration_hours,
    price: row.price_chf,
  }));
  return { axes, workshops: orderWorkshops(workshops, axes) };
}
