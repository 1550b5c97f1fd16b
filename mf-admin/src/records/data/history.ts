import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { AnyRecordKind } from '../model/define-record.ts';
import type { ChangeSetTexts, StoredEntry } from '../model/difference.ts';
import { actorOf, entrySchema, type HistoryPage, type Version } from '../model/history.ts';
import { columnLabel } from '../model/labels.ts';
import { z } from '../model/z.ts';

const PAGE = 20;
const entriesSchema = z.array(entrySchema);

export async function listHistory(
  client: StaffClient,
  kinds: readonly AnyRecordKind[],
  record: string,
  before: number | null,
): Promise<HistoryPage> {
  const from = before === null ? {} : { before_entry: before };
  const found = unwrap(await client.rpc('history', { record, size: PAGE + 1, ...from }));
  const changeSets = found.slice(0, PAGE).map((row) => ({
    id: row.act,
    happenedAt: row.happened_at,
    actor: actorOf(row),
    lastEntry: row.last_entry,
    entryCount: row.entry_count,
    entries: entriesSchema.parse(row.entries).map((entry) => ({
      ...entry,
      labels: [...new Set(entry.changed.map((column) => columnLabel(kinds, entry.relation, column).label))],
    })),
  }));
  return { changeSets, more: found.length > PAGE };
}

const columnsSchema = z.record(z.string(), z.unknown()).nullable();

const MOST_ENTRIES = 100;

function referencedIds(entries: readonly StoredEntry[]): readonly string[] {
  const values = entries.flatMap(({ columns, before, after }) =>
    [before, after].flatMap((row) =>
      Object.entries(row ?? {}).flatMap(([column, value]) => (columns[column]?.diff === 'reference' ? [value] : [])),
    ),
  );
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** Names of records by their ids, whatever table they are in. */
export async function namesOf(client: StaffClient, ids: readonly string[]): Promise<ChangeSetTexts['names']> {
  if (ids.length === 0) return [];
  const named = [
    'categories',
    'workshop_categories',
    'course_categories',
    'matrix_categories',
    'matrix_target_groups',
    'matrix_levels',
    'matrix_dimensions',
  ] as const;
  const titled = ['workshops', 'courses', 'modules'] as const;
  const [names, titles] = await Promise.all([
    Promise.all(named.map(async (table) => unwrap(await client.from(table).select('id, name').in('id', ids)))),
    Promise.all(titled.map(async (table) => unwrap(await client.from(table).select('id, title').in('id', ids)))),
  ]);
  return [
    ...names.flat().map(({ id, name }) => [id, name] as const),
    ...titles.flat().map(({ id, title }) => [id, title] as const),
  ];
}

export async function readChangeSet(
  client: StaffClient,
  kinds: readonly AnyRecordKind[],
  record: string,
  changeSet: string,
): Promise<ChangeSetTexts> {
  const rows = unwrap(
    await client
      .from('trail')
      .select('id, relation, title, before, after')
      .eq('act', changeSet)
      .or(`record_id.eq.${record},row_id.eq.${record}`)
      .order('id')
      .limit(MOST_ENTRIES),
  );
  const entries = rows.map(({ id, relation, title, ...row }) => {
    const [before, after] = [columnsSchema.parse(row.before), columnsSchema.parse(row.after)];
    const names = Object.keys({ ...before, ...after });
    const columns = Object.fromEntries(names.map((name) => [name, columnLabel(kinds, relation, name)]));
    return { id, relation, title, before, after, columns };
  });
  return { entries, names: await namesOf(client, referencedIds(entries)) };
}

/**
 * Saves an earlier version of a record anew, with its parts. Returns the columns that could not
 * be restored as they were. Throws `conflict` when another user has written since, and `not_found`.
 */
export async function restoreVersion(
  client: StaffClient,
  record: string,
  { entry, seen }: Version,
): Promise<readonly string[]> {
  return unwrap(await client.rpc('restore_version', { record, entry, seen }));
}

/**
 * Restores a record from the trash, with the rows that were deleted with it. Returns the columns that could not be
 * restored as they were. Throws `not_found` when it left the trash, and `conflict`, with a readable message, when it
 * was restored already or its parent is gone.
 */
export async function restoreDeleted(client: StaffClient, id: string): Promise<readonly string[]> {
  return unwrap(await client.rpc('restore_deleted', { deleted: id }));
}
