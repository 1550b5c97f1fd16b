import { paths } from '@ki/shared/contract/paths.ts';
import { type Reader, sentAsHtml } from '@ki/shared/contract/reads.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { copiesBy } from '@ki/shared/data/picture-copies.ts';
import { readAll } from '@ki/shared/data/reads.ts';
import { prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import { AXES, type AxisDefinition, type PerAxis, perAxis } from '../model/axes.ts';
import { type Matrix, orderWorkshops, type WorkshopDetails } from '../model/workshop.ts';

type WorkshopTable = Database['public']['Tables']['matrix_workshops']['Row'];
type ListRow = Pick<WorkshopTable, 'id' | 'title' | 'duration_hours' | 'price_chf' | AxisDefinition['column']>;

const LIST = ['id', 'title', 'duration_hours', 'price_chf', ...AXES.map(({ column }) => column)].join();

async function readValues(reader: Reader) {
  const read = async ({ key, table }: AxisDefinition) => {
    const rows = unwrap(await reader.from(table).select('id, code, name').order('sort_order').order('code'));
    return rows.map(({ id, ...value }) => ({ axis: key, id, value }));
  };
  return (await Promise.all(AXES.map(read))).flat();
}

export async function listMatrix(reader: Reader): Promise<Matrix> {
  const [values, rows] = await Promise.all([
    readValues(reader),
    readAll((first, last) =>
      reader.from('matrix_workshops').select<string, ListRow>(LIST, { count: 'exact' }).order('id').range(first, last),
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

const DETAILS = `id, title, duration_hours, price_chf, prerequisites,
  ${AXES.map(({ key, table }) => `${key}:${table}(name)`).join()},
  goals:matrix_workshop_learning_objectives(id, objective, dimension:matrix_dimensions(name, sort_order))`;

interface GoalRow {
  readonly id: string;
  readonly objective: string;
  readonly dimension: { readonly name: string; readonly sort_order: number };
}

type DetailsRow = Pick<WorkshopTable, 'id' | 'title' | 'duration_hours' | 'price_chf' | 'prerequisites'> &
  PerAxis<{ readonly name: string }> & { readonly goals: readonly GoalRow[] };

export async function readWorkshopRow(reader: Reader, id: string): Promise<DetailsRow> {
  const query = reader.from('matrix_workshops').select<string, DetailsRow>(DETAILS);
  const row = unwrap(await query.eq('id', id).maybeSingle());
  return { ...row, goals: row.goals.toSorted((a, b) => a.dimension.sort_order - b.dimension.sort_order) };
}

/** `firstLevel`: the level of the headings in its learning goals. */
export async function readWorkshop(reader: Reader, id: string, firstLevel: 3 | 4): Promise<WorkshopDetails> {
  const row = await readWorkshopRow(reader, id);
  const goals = row.goals.map(async (goal) => ({
    id: goal.id,
    dimension: goal.dimension.name,
    text: sentAsHtml(await prepareText(goal.objective, copiesBy(reader), { firstLevel, idPrefix: `${goal.id}-` })),
  }));
  return {
    id: row.id,
    title: row.title,
    hours: row.duration_hours,
    price: row.price_chf,
    prerequisites: row.prerequisites,
    ...perAxis(({ key }) => row[key].name),
    goals: await Promise.all(goals),
  };
}

export async function listAddresses(reader: Reader): Promise<readonly SitemapEntry[]> {
  const rows = await readAll((first, last) =>
    reader.from('matrix_workshops').select('id', { count: 'exact' }).order('id').range(first, last),
  );
  return [{ path: paths.matrix }, ...rows.map(({ id }) => ({ path: paths.matrixWorkshopPage({ workshop: id }) }))];
}

/** The heading of the matrix. Only its own page reads it, so that no other document carries it. */
export async function readTitle(reader: Reader): Promise<string> {
  return unwrap(await reader.from('site').select('matrix_title').single()).matrix_title.trim();
}
