import { describedKinds } from './define-record.ts';
import type { Told } from './fields.ts';

interface ToldColumn {
  readonly label: string;
  readonly told: Told;
}

/** Columns that no form edits. */
const OTHERS: Readonly<Record<string, ToldColumn>> = {
  name: { label: 'Name', told: 'words' },
  slug: { label: 'Slug', told: 'whole' },
  author: { label: 'Author', told: 'whole' },
  comment_count: { label: 'Comments', told: 'whole' },
  enrollment_count: { label: 'Enrolled Students', told: 'whole' },
  order_position: { label: 'Position', told: 'whole' },
  module_id: { label: 'Module', told: 'reference' },
  is_active: { label: 'Active', told: 'whole' },
  user_id: { label: 'Written By', told: 'whole' },
};

/** The field that keeps its values in a column, of one table or of any. */
export const fieldOfColumn = (column: string, table?: string): ToldColumn | undefined =>
  describedKinds()
    .filter((kind) => table === undefined || kind.table === table)
    .flatMap(({ fields }) => Object.values(fields))
    .find((field) => field.column === column);

/** What a column of a table is called, and how a change of it is told. */
export const toldColumn = (table: string, column: string): ToldColumn =>
  fieldOfColumn(column, table) ?? OTHERS[column] ?? { label: column, told: 'whole' };
