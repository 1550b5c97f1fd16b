import { fieldOfColumn } from './told-columns.ts';

/** Something deleted that can come back. */
export interface TrashRow {
  readonly id: string;
  /** Its table. */
  readonly relation: string;
  readonly title: string;
  /** ISO 8601. */
  readonly deletedAt: string;
  /** Null for what no account has deleted. */
  readonly deletedBy: string | null;
  /** What went along. */
  readonly moduleCount: number;
  readonly lessonCount: number;
}

const NOTES: Readonly<Record<string, string>> = {
  slug: 'Its slug was taken meanwhile and has a number now.',
  name: 'Its name was taken meanwhile and has a number now.',
  cta_url: 'Its link was not allowed any more: it is written as browsers read it.',
  is_active: 'Another prompt is active: this one is inactive now.',
};

function noteOf(column: string): readonly string[] {
  const field = fieldOfColumn(column);
  if (field?.told === 'reference') return [`Its ${field.label.toLowerCase()} is gone: it has none now.`];
  return NOTES[column] === undefined ? [] : [NOTES[column]];
}

/** What came back otherwise than it was, in sentences. */
export const adjustedNote = (columns: readonly string[]): string => columns.flatMap(noteOf).join(' ');
