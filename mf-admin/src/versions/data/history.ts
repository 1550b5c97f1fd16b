import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import type { AnyRecordKind } from '../../kinds/model/define-record.ts';
import { columnLabel, tableLabel } from '../../kinds/model/labels.ts';
import type { ChangeSetTexts, StoredEntry } from '../model/difference.ts';
import { actorOf, entrySchema, type HistoryPage, outlineText } from '../model/history.ts';
import type { Referenced } from '../model/merge-record.ts';
import { namesOf } from './names.ts';

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
    together: row.together,
    entries: entriesSchema.parse(row.entries).map((entry) => ({
      ...entry,
      kind: tableLabel(kinds, entry.relation),
      labels: [...new Set(entry.changed.map((column) => columnLabel(kinds, entry.relation, column).label))],
    })),
  }));
  return { changeSets, more: found.length > PAGE };
}

const columnsSchema = z.nullable(z.record(z.string(), z.unknown()));
type Columns = z.output<typeof columnsSchema>;

const titled = { title: z.catch(z.string(), '') };
const contentSchema = z.object({
  content: z.looseObject({
    links: z.optional(z.array(z.object({ place: z.string() }))),
    modules: z.optional(z.array(z.object({ ...titled, lessons: z.catch(z.array(z.object(titled)), []) }))),
  }),
});

/** The columns of a draft, its links and modules as text. */
function contentIn(draft: Columns): Columns {
  const content = contentSchema.safeParse(draft).data?.content;
  if (!content) return null;
  const { links, modules, ...columns } = content;
  return {
    ...columns,
    ...(links && { links: links.map(({ place }) => place).join() }),
    ...(modules && { modules: outlineText(modules) }),
  };
}

/** The signed record, and which version of it. */
const signedIn = (signOff: Columns): Columns => signOff && { title: signOff.title, version: signOff.version };

/** A draft begins as a copy of its record, and is published to it: only its own changes are shown. */
function withoutRepetition<
  Row extends { readonly relation: string; readonly before: unknown; readonly after: unknown },
>(rows: readonly Row[]): readonly Row[] {
  const others = rows.filter(({ relation }) => relation !== 'drafts');
  const changes = rows.filter(({ before, after }) => before !== null && after !== null);
  if (others.length > 0) return others;
  return changes.length > 0 ? changes : rows;
}

const MOST_ENTRIES = 100;

const referencedBy = (entries: readonly StoredEntry[]): readonly Referenced[] =>
  entries.flatMap(({ columns, before, after }) =>
    [before, after].flatMap((row) =>
      Object.entries(row ?? {}).flatMap(([column, id]) => {
        const references = columns[column]?.references;
        return references && typeof id === 'string' ? [{ id, references }] : [];
      }),
    ),
  );

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
  const entries = withoutRepetition(rows).map(({ id, relation, title, ...row }) => {
    const [before, after] = [columnsSchema.parse(row.before), columnsSchema.parse(row.after)].map((columns) =>
      relation === 'drafts' ? contentIn(columns) : relation === 'sign_offs' ? signedIn(columns) : columns,
    ) as [Columns, Columns];
    const names = Object.keys({ ...before, ...after });
    const columns = Object.fromEntries(names.map((name) => [name, columnLabel(kinds, relation, name)]));
    return { id, relation, kind: tableLabel(kinds, relation), title, before, after, columns };
  });
  return { entries, names: await namesOf(client, referencedBy(entries)) };
}
