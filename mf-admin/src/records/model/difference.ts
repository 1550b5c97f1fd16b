import { dateTime } from '@ki/shared/format/dates.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import type { Told } from './fields.ts';
import { kindOf } from './kinds.ts';
import { replaced, type TextPart, textDifference } from './text-difference.ts';
import { toldColumn } from './told-columns.ts';

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

const UNSAID = ['id', 'created_at', 'course_id', 'user_id'];
type Names = ReadonlyMap<string, string>;

function shown(told: Told, column: string, value: unknown, names: Names): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (told === 'reference') return names.get(String(value)) ?? '(deleted)';
  if (told === 'moment') return dateTime(String(value));
  if (told === 'duration') return formatDuration(String(value));
  if (column === 'order_position') return String(Number(value) + 1);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What an entry changed, field by field. `names`: what the rows are called that ids refer to. */
export function differenceOf(entry: StoredEntry, names: Names): EntryDifference {
  const { id, relation, title, before, after } = entry;
  const columns = Object.keys({ ...before, ...after }).filter((column) => !UNSAID.includes(column));
  const fields = columns.flatMap((column) => {
    const { label, told } = toldColumn(relation, column);
    const was = shown(told, column, before?.[column], names);
    const is = shown(told, column, after?.[column], names);
    if (was === is) return [];
    return { column, label, parts: told === 'words' ? textDifference(was, is) : replaced(was, is) };
  });
  return { id, subject: `${kindOf(relation)} “${title}”`, fields };
}
