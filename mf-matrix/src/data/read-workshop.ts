import type { Reader } from '@ki/shared/contract/reader.ts';
import { sentAsHtml } from '@ki/shared/contract/server-html.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import { AXES, type PerAxis, perAxis } from '../model/axes.ts';
import type { LearningGoal, WorkshopDetails } from '../model/workshop.ts';

const COLUMNS = `id, title, duration_hours, price_chf, prerequisites,
  ${AXES.map(({ key, table }) => `${key}:${table}(name)`).join()},
  goals:matrix_workshop_learning_objectives(id, objective, dimension:matrix_dimensions(name, sort_order))`;

interface GoalRow {
  readonly id: string;
  readonly objective: string;
  readonly dimension: { readonly name: string; readonly sort_order: number };
}

type WorkshopRow = Pick<
  Database['public']['Tables']['matrix_workshops']['Row'],
  'id' | 'title' | 'duration_hours' | 'price_chf' | 'prerequisites'
> &
  PerAxis<{ readonly name: string }> & { readonly goals: readonly GoalRow[] };

async function toGoal({ id, objective, dimension }: GoalRow): Promise<LearningGoal> {
  const text = await prepareText(objective, { firstLevel: 4, idPrefix: `${id}-` });
  return { id, dimension: dimension.name, text: sentAsHtml(text) };
}

const toGoals = (rows: readonly GoalRow[]): Promise<LearningGoal[]> =>
  Promise.all(rows.toSorted((a, b) => a.dimension.sort_order - b.dimension.sort_order).map(toGoal));

/** One workshop with its learning goals in the order of the dimensions. Throws `not_found`. */
export async function readWorkshop(reader: Reader, id: string): Promise<WorkshopDetails> {
  const query = reader.from('matrix_workshops').select<string, WorkshopRow>(COLUMNS);
  const row = unwrap(await query.eq('id', id).maybeSingle());
  return {
    id: row.id,
    title: row.title,
    hours: row.duration_hours,
    price: row.price_chf,
    prerequisites: row.prerequisites,
    ...perAxis(({ key }) => row[key].name),
    goals: await toGoals(row.goals),
  };
}
