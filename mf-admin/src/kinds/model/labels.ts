import type { AnyRecordKind } from './define-record.ts';
import { type DiffKind, differenceOf, type References } from './field.ts';

/** Tables whose rows are no records with a form. */
const OTHER_TABLES: Readonly<Record<string, string>> = {
  workflows: 'Workflow',
  matrix_workshop_learning_objectives: 'Learning Goal',
  drafts: 'Draft',
  sign_offs: 'Sign-off',
  citation_checks: 'Citations',
};

export const tableLabel = (kinds: readonly AnyRecordKind[], table: string): string =>
  kinds.find((kind) => kind.table === table)?.name ?? OTHER_TABLES[table] ?? table;

export interface ColumnLabel {
  readonly label: string;
  readonly diff: DiffKind;
  readonly references?: References | undefined;
}

/** Columns that no form edits. */
const OTHERS: Readonly<Record<string, ColumnLabel>> = {
  name: { label: 'Name', diff: 'words' },
  slug: { label: 'Slug', diff: 'whole' },
  comment_count: { label: 'Comments', diff: 'whole' },
  enrollment_count: { label: 'Enrolled Students', diff: 'whole' },
  position: { label: 'Position', diff: 'whole' },
  order_position: { label: 'Position', diff: 'whole' },
  module_id: { label: 'Module', diff: 'reference', references: { modules: 'title' } },
  sort_order: { label: 'Order', diff: 'whole' },
  dimension_id: { label: 'Dimension', diff: 'reference', references: { matrix_dimensions: 'name' } },
  objective: { label: 'Text', diff: 'words' },
  modules: { label: 'Modules', diff: 'words' },
  is_active: { label: 'Active', diff: 'whole' },
  user_id: { label: 'Written By', diff: 'whole' },
  ai: { label: 'Part of AI', diff: 'whole' },
  version: { label: 'Version', diff: 'moment' },
  reason: { label: 'Reason', diff: 'words' },
  reading_since: { label: 'List of Changed Texts', diff: 'whole' },
};

export const fieldOfColumn = (kinds: readonly AnyRecordKind[], column: string) =>
  kinds.flatMap(({ fields }) => Object.values(fields)).find((field) => field.column === column);

/** A column's label, as in its form, and the display of its changes in histories. */
export function columnLabel(kinds: readonly AnyRecordKind[], table: string, column: string): ColumnLabel {
  const described = table === 'sign_offs' ? 'posts' : table;
  const ofTable = kinds.filter((kind) => (table === 'drafts' ? kind.hasDrafts : kind.table === described));
  const field = fieldOfColumn(ofTable, column);
  if (field) return { label: field.label, diff: differenceOf(field).diff, references: field.references };
  return OTHERS[column] ?? { label: column, diff: 'whole' };
}
