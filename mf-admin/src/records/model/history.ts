import { kindOf } from './kinds.ts';
import { toldColumn } from './told-columns.ts';
import { z } from './z.ts';

/** One write of an act, without its texts. */
export const entrySchema = z.object({
  id: z.number(),
  operation: z.enum(['insert', 'update', 'delete']),
  relation: z.string(),
  title: z.string(),
  /** Columns that an update changed. */
  changed: z.array(z.string()),
});

export type HistoryEntry = z.output<typeof entrySchema>;

/** What somebody did to a record at once. */
export interface HistoryAct {
  readonly act: string;
  /** ISO 8601. */
  readonly happenedAt: string;
  /** Null for what no account did. */
  readonly actor: string | null;
  /** Names the state that the act left behind. */
  readonly lastEntry: number;
  readonly entryCount: number;
  /** The first ones. */
  readonly entries: readonly HistoryEntry[];
}

export interface HistoryPage {
  readonly acts: readonly HistoryAct[];
  /** There are older ones. */
  readonly more: boolean;
}

const PLACE: readonly string[] = ['order_position', 'module_id'];
const onlyMoved = ({ operation, changed }: HistoryEntry) =>
  operation === 'update' && changed.every((column) => PLACE.includes(column));

const OUTLINE: readonly string[] = ['modules', 'lessons'];
const VERB = { insert: 'Created', delete: 'Deleted' } as const;

/** Of the record itself, not of a part of it. */
const isOwn = ({ relation }: HistoryEntry, ofCourse: boolean) => !(ofCourse && OUTLINE.includes(relation));

/** The record itself came to be in this act, or came back. */
export const isCreation = ({ entries }: HistoryAct, ofCourse: boolean): boolean =>
  entries.some((entry) => entry.operation === 'insert' && isOwn(entry, ofCourse));

/** This act left nothing behind that could be restored. */
export const isDeletion = ({ entries }: HistoryAct, ofCourse: boolean): boolean =>
  entries.some((entry) => entry.operation === 'delete' && isOwn(entry, ofCourse));

function sentenceOf(entry: HistoryEntry, ofCourse: boolean, isOldest: boolean): string {
  const { operation, relation, title, changed } = entry;
  const labels = [...new Set(changed.map((column) => toldColumn(relation, column).label))].join(', ');
  if (!isOwn(entry, ofCourse)) {
    const done = operation === 'update' ? `changed ${labels}` : VERB[operation].toLowerCase();
    return `${kindOf(relation)} “${title}”: ${done}`;
  }
  if (operation === 'update') return `Changed ${labels}`;
  return operation === 'insert' && !isOldest ? 'Restored' : VERB[operation];
}

const SHOWN = 5;

interface Telling {
  /** On the page of a course, where modules and lessons are named. */
  readonly ofCourse: boolean;
  /** Nothing is known from before it. */
  readonly isOldest: boolean;
}

/** What an act did, in a few sentences. */
export function sentencesOf({ entries, entryCount }: HistoryAct, { ofCourse, isOldest }: Telling): readonly string[] {
  const moved = ofCourse && entries.some(onlyMoved);
  const others = ofCourse ? entries.filter((entry) => !onlyMoved(entry)) : entries;
  const all = [
    ...others.map((entry) => sentenceOf(entry, ofCourse, isOldest)),
    ...(moved ? ['Changed the order'] : []),
  ];
  const rest = all.length - SHOWN + (entryCount - entries.length);
  return all.length > SHOWN ? [...all.slice(0, SHOWN), `and ${rest} more`] : all;
}
