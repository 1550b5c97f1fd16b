import { dayKey, timeOfDay } from '@ki/shared/format/dates.ts';
import type { TableName } from '../../kinds/model/field.ts';
import { type PublicationState, publicationState } from '../../kinds/model/publication.ts';
import { addDays, type Day, daysBetween } from './calendar-view.ts';

export interface Entry {
  readonly table: TableName;
  /** The id of the record. */
  readonly id: string;
  /** Changes of a public record: `publishedAt` is the time of its draft, `updatedAt` the draft's version. */
  readonly isDraft: boolean;
  readonly title: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly updatedAt: string;
}

const inOrder = (entries: readonly Entry[]) =>
  entries.toSorted((one, other) => Date.parse(one.publishedAt) - Date.parse(other.publishedAt));

/** Entries by their day in the site's time zone, each day in order. */
export const byDay = (entries: readonly Entry[]): ReadonlyMap<Day, readonly Entry[]> =>
  Map.groupBy(inOrder(entries), ({ publishedAt }) => dayKey(publishedAt));

/** A record and its draft may be in one month. */
export const keyOf = ({ id, isDraft }: Entry): string => (isDraft ? `draft-${id}` : id);

const CLASH_MS = 3_600_000;

/** Scheduled posts, and drafts of posts, with another post less than an hour away: readers and feeds get both at once. */
export function clashesOf(entries: readonly Entry[], now: number): ReadonlyMap<string, Entry> {
  const posts = inOrder(entries.filter(({ table }) => table === 'posts'));
  const clashes = new Map<string, Entry>();
  const isScheduled = ({ publishedAt }: Entry) => publicationState(publishedAt, now) === 'scheduled';
  for (const [index, post] of posts.entries()) {
    const next = posts.find(({ id }, at) => at > index && id !== post.id);
    if (!next || Date.parse(next.publishedAt) - Date.parse(post.publishedAt) >= CLASH_MS) continue;
    if (isScheduled(post) && !clashes.has(keyOf(post))) clashes.set(keyOf(post), next);
    if (isScheduled(next)) clashes.set(keyOf(next), post);
  }
  return clashes;
}

const minutesOf = (iso: string) => {
  const [hours = 0, minutes = 0] = timeOfDay(iso).split(':').map(Number);
  return hours * 60 + minutes;
};

const HALF_DAY = 720;

const later = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString();

/** By how many minutes the time of day of `other` is behind that of `one`, at most half a day. */
const minutesBetween = (one: string, other: string): number =>
  ((minutesOf(one) - minutesOf(other) + 3 * HALF_DAY) % (2 * HALF_DAY)) - HALF_DAY;

/**
 * The same time of another day in the site's time zone. A time that a change of clocks leaves out becomes an hour earlier,
 * or later where the day before would have it.
 */
export function movedTo(publishedAt: string, day: Day): string {
  const moved = later(publishedAt, daysBetween(dayKey(publishedAt), day) * 2 * HALF_DAY);
  const shifted = later(moved, minutesBetween(publishedAt, moved));
  return dayKey(shifted) === day ? shifted : later(shifted, minutesBetween(publishedAt, shifted));
}

/** The move of an entry that is dropped on a day. */
export function dropOf(publishedAt: string, day: Day): { readonly to: string; readonly note?: string } {
  const to = movedTo(publishedAt, day);
  const time = timeOfDay(publishedAt);
  return timeOfDay(to) === time ? { to } : { to, note: `Clocks skip ${time} on that day.` };
}

/** The state that a move changes the record to; null when visitors see it before and after, or neither. */
export function effectOf(from: string, to: string, now: number): Exclude<PublicationState, 'unpublished'> | null {
  const [before, after] = [publicationState(from, now), publicationState(to, now)];
  return before === after || after === 'unpublished' ? null : after;
}

/** The moments that may belong to the days, whatever the time zone. */
export const momentsOf = (days: readonly Day[]): { readonly from: string; readonly until: string } => ({
  from: `${addDays(days[0] ?? '', -1)}T00:00Z`,
  until: `${addDays(days.at(-1) ?? '', 2)}T00:00Z`,
});
