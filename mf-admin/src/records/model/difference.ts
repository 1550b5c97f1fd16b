import { dateTime } from '@ki/shared/format/dates.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { columnLabel } from './column-labels.ts';
import { kindOf } from './kinds.ts';
import { replaced, type TextPart, textDifference } from './text-difference.ts';

type Columns = Readonly<Record<string, unknown>>;

/** One write with its texts. */
export interface StoredEntry {
  readonly id: number;
  readonly relation: string;
  readonly title: string;
  /** Of an update only what changed. */
  readonly before: Columns | null;
  readonly after: Columns | null;
}

/** One field that an entry changed. */
export interface FieldDifference {
  readonly column: string;
  readonly label: string;
  readonly parts: readonly TextPart[];
}

export interface EntryDifference {
  readonly id: number;
  /** What was written: 'Lesson “A”'. */
  readonly subject: string;
  readonly fields: readonly FieldDifference[];
}

/** Columns whose values are ids of other rows. */
export const REFERENCES = ['category_id', 'workshop_category_id', 'course_category_id', 'offer_id', 'module_id'];

const UNSAID = ['id', 'created_at', 'course_id', 'user_id'];
const TEXTS = [
  'title',
  'name',
  'subtitle',
  'description',
  'content',
  'excerpt',
  'learning_objectives',
  'prompt_text',
  'cta_text',
];

function shown(column: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (REFERENCES.includes(column)) return names.get(String(value)) ?? '(deleted)';
  if (column === 'published_at') return dateTime(String(value));
  if (column === 'duration') return formatDuration(String(value));
  if (column === 'order_position') return String(Number(value) + 1);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What an entry changed, field by field. `names`: what the rows are called that ids refer to. */
export function differenceOf(entry: StoredEntry, names: ReadonlyMap<string, string>): EntryDifference {
  const { id, relation, title, before, after } = entry;
  const columns = Object.keys({ ...before, ...after }).filter((column) => !UNSAID.includes(column));
  const fields = columns.flatMap((column) => {
    const [was, is] = [shown(column, before?.[column], names), shown(column, after?.[column], names)];
    if (was === is) return [];
    const parts = TEXTS.includes(column) ? textDifference(was, is) : replaced(was, is);
    return { column, label: columnLabel(relation, column), parts };
  });
  return { id, subject: `${kindOf(relation)} “${title}”`, fields };
}
