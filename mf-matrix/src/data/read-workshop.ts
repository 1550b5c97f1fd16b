import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { LearningGoal, WorkshopDetails } from '../model/workshop.ts';

const COLUMNS = `id, title, duration_hours, price_chf, prerequisites,
  category:matrix_categories(name), group:matrix_target_groups(name), level:matrix_levels(name),
  goals:matrix_workshop_learning_objectives(id, objective, dimension:matrix_dimensions(name, sort_order))`;

interface GoalRow {
  readonly id: string;
  readonly objective: string;
  readonly dimension: { readonly name: string; readonly sort_order: number };
}

const toGoals = (rows: readonly GoalRow[]): LearningGoal[] =>
  rows
    .toSorted((a, b) => a.dimension.sort_order - b.dimension.sort_order)
    .map(({ id, objective, dimension }) => ({ id, dimension: dimension.name, text: objective }));

/** One workshop with its learning goals in the order of the dimensions. Throws `not_found`. */
export async function readWorkshop(reader: Reader, id: string): Promise<WorkshopDetails> {
  const row = unwrap(await reader.from('matrix_workshops').select(COLUMNS).eq('id', id).maybeSingle());
  return {
    id: row.id,
    title: row.title,
    hours: row.duration_hours,
    price: row.price_chf,
    prerequisites: row.prerequisites,
    category: row.category.name,
    group: row.group.name,
    level: row.level.name,
    goals: toGoals(row.goals),
  };
}
