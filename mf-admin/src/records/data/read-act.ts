import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { StoredEntry } from '../model/difference.ts';
import { toldColumn } from '../model/told-columns.ts';
import { z } from '../model/z.ts';

const columnsSchema = z.record(z.string(), z.unknown()).nullable();

/** An act on hundreds of lessons shows the first ones. */
const MOST = 100;

export interface ActTexts {
  readonly entries: readonly StoredEntry[];
  /** What the rows are called now that the entries refer to, by id. */
  readonly names: readonly (readonly [string, string])[];
}

function referred(entries: readonly StoredEntry[]): readonly string[] {
  const values = entries.flatMap(({ relation, before, after }) =>
    [before, after].flatMap((columns) =>
      Object.entries(columns ?? {}).flatMap(([column, value]) =>
        toldColumn(relation, column).told === 'reference' ? [value] : [],
      ),
    ),
  );
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

async function namesOf(client: StaffClient, ids: readonly string[]): Promise<ActTexts['names']> {
  if (ids.length === 0) return [];
  const named = ['categories', 'workshop_categories', 'course_categories'] as const;
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

/** The writes of an act on a record, with their texts. */
export async function readAct(client: StaffClient, record: string, act: string): Promise<ActTexts> {
  const rows = unwrap(
    await client
      .from('trail')
      .select('id, relation, title, before, after')
      .eq('act', act)
      .or(`record_id.eq.${record},row_id.eq.${record}`)
      .order('id')
      .limit(MOST),
  );
  const entries = rows.map((row) => ({
    ...row,
    before: columnsSchema.parse(row.before),
    after: columnsSchema.parse(row.after),
  }));
  return { entries, names: await namesOf(client, referred(entries)) };
}
