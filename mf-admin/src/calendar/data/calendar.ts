import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import type { TableName } from '../../kinds/model/field.ts';
import { saveDraft } from '../../versions/data/drafts.ts';
import type { CalendarView, Day } from '../model/calendar-view.ts';
import { type Entry, momentsOf } from '../model/entries.ts';

/** More than the API returns at once would be cut off silently. */
const MOST = 1_000;

export interface CalendarData {
  readonly view: CalendarView;
  readonly today: Day;
  readonly calendar: Promise<Result<Calendar>>;
}

async function readEntries(client: StaffClient, table: 'posts' | 'pages', days: readonly Day[]): Promise<Entry[]> {
  const { from, until } = momentsOf(days);
  const query = client
    .from(table)
    .select('id, title, published_at, updated_at')
    .gte('published_at', from)
    .lt('published_at', until);
  const rows = unwrap(await query.order('published_at').order('id').limit(MOST));
  return rows.map(({ id, title, published_at: publishedAt, updated_at: updatedAt }) => ({
    ...{ table, id, title, updatedAt, isDraft: false },
    publishedAt: publishedAt ?? '',
  }));
}

/** Drafts that are published at a time of these days. */
async function readDrafts(client: StaffClient, days: readonly Day[]): Promise<Entry[]> {
  const { from, until } = momentsOf(days);
  const query = client
    .from('drafts')
    .select('record_id, relation, publish_at, updated_at, title:content->>title')
    .gte('publish_at', from)
    .lt('publish_at', until);
  const rows = unwrap(await query.order('publish_at').order('id').limit(MOST));
  return rows.map(({ record_id: id, relation, publish_at: publishedAt, updated_at: updatedAt, title }) => ({
    ...{ id, updatedAt, isDraft: true, title: title ?? '', publishedAt: publishedAt ?? '' },
    table: relation as TableName,
  }));
}

/** `isCut`: some entries of the days are not among these. */
export async function readCalendar(client: StaffClient, days: readonly Day[]) {
  const [posts, pages, drafts, ads] = await Promise.all([
    readEntries(client, 'posts', days),
    readEntries(client, 'pages', days),
    readDrafts(client, days),
    client.from('ads').select('id, title').eq('is_active', true).order('title').order('id').limit(MOST).then(unwrap),
  ]);
  const isCut = [posts, pages, drafts].some(({ length }) => length === MOST);
  return { entries: [...posts, ...pages, ...drafts], ads, isCut };
}

export type Calendar = Awaited<ReturnType<typeof readCalendar>>;

/** Throws `conflict` when somebody saved the record, or its draft, after it was read, or deleted it. */
export async function moveEntry(client: StaffClient, entry: Entry, publishedAt: string): Promise<Entry> {
  if (entry.isDraft) {
    const version = { version: entry.updatedAt, base: null, publishAt: publishedAt };
    const updatedAt = await saveDraft(client, entry, entry.id, {}, version);
    return { ...entry, publishedAt, updatedAt };
  }
  const query = client
    .from(entry.table === 'pages' ? 'pages' : 'posts')
    .update({ published_at: publishedAt })
    .eq('id', entry.id)
    .eq('updated_at', entry.updatedAt);
  const [row] = unwrap(await query.select('updated_at'));
  if (!row) throw new DataError('conflict', 'the record was saved or deleted meanwhile');
  return { ...entry, publishedAt, updatedAt: row.updated_at };
}
