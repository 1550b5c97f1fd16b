import { formatDuration } from '@ki/shared/format/durations.ts';
import { diffWordsWithSpace } from 'diff';
import type { DiffKind } from '../../kinds/model/field.ts';
import type { ColumnLabel } from '../../kinds/model/labels.ts';
import { siteDateTime } from '../../kit/model/zones.ts';

export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export interface FieldChange {
  readonly label: string;
  readonly parts: readonly TextPart[];
}

/** A diff of more edits takes long and is not readable: both texts are shown instead. */
const MOST_CHANGES = 1500;
const CONTEXT = 120;

/** Cuts a long unchanged part down to the characters next to changes. */
function shortened(text: string, first: boolean, last: boolean): string {
  if (text.length <= 3 * CONTEXT) return text;
  const head = first ? '' : text.slice(0, CONTEXT).replace(/\S*$/, '');
  const tail = last ? '' : text.slice(-CONTEXT).replace(/^\S*/, '');
  return `${head}[…]${tail}`;
}

export function textDifference(before: string, after: string): readonly TextPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES });
  if (!changes) return replaced(before, after);
  return changes.map(({ value, added, removed }, index) => {
    if (added || removed) return { kind: added ? 'added' : 'removed', text: value };
    return { kind: 'same', text: shortened(value, index === 0, index === changes.length - 1) };
  });
}

export function replaced(before: string, after: string): readonly TextPart[] {
  const parts = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ] as const;
  return parts.filter(({ text }) => text !== '');
}

type Row = Readonly<Record<string, unknown>>;

export interface StoredEntry {
  readonly id: number;
  readonly relation: string;
  /** How its kind is called. */
  readonly kind: string;
  readonly title: string;
  /** An update has the changed columns only. */
  readonly before: Row | null;
  readonly after: Row | null;
  readonly columns: Readonly<Record<string, ColumnLabel>>;
}

export interface ChangeSetTexts {
  readonly entries: readonly StoredEntry[];
  readonly names: readonly (readonly [string, string])[];
}

const HIDDEN = ['id', 'created_at', 'course_id', 'matrix_workshop_id', 'user_id', 'record_id', 'reason_at'];

/** Type and size of a data URL, and its end, which tells images of one size apart. */
function imageText(url: string): string {
  const [head = '', data = ''] = url.split(';base64,');
  return `${head.replace('data:', '')}, ${Math.ceil((data.length * 3) / 4 / 1000)} kB, …${data.slice(-8)}`;
}

export type Names = ReadonlyMap<string, string>;

export function shown(diff: DiffKind, column: string, value: unknown, names: Names): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (diff === 'reference') return names.get(String(value)) ?? '(deleted)';
  if (diff === 'moment') return siteDateTime(String(value));
  if (diff === 'duration') return formatDuration(String(value));
  if (diff === 'image') return imageText(String(value));
  if (Array.isArray(value)) return value.join('\n');
  if (column === 'order_position') return String(Number(value) + 1);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export type EntryDifference = ReturnType<typeof differenceOf>;

export function differenceOf(entry: StoredEntry, names: Names) {
  const { kind, title, before, after } = entry;
  const fields = Object.entries(entry.columns).flatMap(([column, { label, diff }]) => {
    if (HIDDEN.includes(column)) return [];
    const old = shown(diff, column, before?.[column], names);
    const current = shown(diff, column, after?.[column], names);
    if (old === current) return [];
    return { column, label, parts: diff === 'words' ? textDifference(old, current) : replaced(old, current) };
  });
  return { subject: `${kind} “${title}”`, fields };
}
