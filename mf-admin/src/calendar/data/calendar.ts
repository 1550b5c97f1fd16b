import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import type { CalendarView } from '../model/calendar-view.ts';
import type { Day } from '../model/days.ts';
import { type Entry, momentsOf } from '../model/entries.ts';

const TABLES = { post: 'posts', page: 'pages' } as const;
/** More than the API returns at once would be cut off silently. */
const MOST = 1_000;

export interface RunningAd {
  readonly id: string;
  readonly title: string;
}

export interface Calendar {
  readonly entries: readonly Entry[];
  readonly ads: readonly RunningAd[];
  /** Some entries of the days are not among these. */
  readonly isCut: boolean;
}

export interface CalendarData {
  readonly view: CalendarView;
  readonly today: Day;
  readonly calendar: Promise<Result<Calendar>>;
}

async function readEntries(client: StaffClient, kind: Entry['kind'], days: readonly Day[]): Promise<Entry[]> {
  const { from, until } = momentsOf(days);
  const query = client
    .from(TABLES[kind])
    .select('id, title, published_at, updated_at')
    .gte('published_at', from)
    .lt('published_at', until);
  const rows = unwrap(await query.order('published_at').order('id').limit(MOST));
  return rows.map(({ id, title, published_at: publishedAt, updated_at: updatedAt }) => ({
    ...{ kind, id, title, updatedAt },
    publishedAt: publishedAt ?? '',
  }));
}

export async function readCalendar(client: StaffClient, days: readonly Day[]): Promise<Calendar> {
  const [posts, pages, ads] = await Promise.all([
    readEntries(client, 'post', days),
    readEntries(client, 'page', days),
    client.from('ads').select('id, title').eq('is_active', true).order('title').order('id').limit(MOST).then(unwrap),
  ]);
  return { entries: [...posts, ...pages], ads, isCut: posts.length === MOST || pages.length === MOST };
}

/** Throws `conflict` when somebody saved the record after it was read, or deleted it. */
export async function moveEntry(client: StaffClient, entry: Entry, publishedAt: string): Promise<Entry> {
  const query = client
    .from(TABLES[entry.kind])
    .update({ published_at: publishedAt })
    .eq('id', entry.id)
    .eq('updated_at', entry.updatedAt);
  const [row] = unwrap(await query.select('updated_at'));
  if (!row) throw new DataError('conflict', 'the record was saved or deleted meanwhile');
  return { ...entry, publishedAt, updatedAt: row.updated_at };
}
