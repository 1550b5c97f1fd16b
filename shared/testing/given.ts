import type { SupabaseClient } from '@supabase/supabase-js';
import { onTestFinished } from 'vitest';
import type { Database } from '../data/database.types.ts';
import { serviceClient } from './service-client.ts';

export type Tables = Database['public']['Tables'];
export type Table = keyof Tables;

/** A word that no other row contains. */
export const unique = (word = 'w') => `${word}${crypto.randomUUID().slice(0, 8)}`;

/** Untyped client: the generated types cannot follow a table name in a variable. */
function rowsOf(table: Table) {
  const client: SupabaseClient = serviceClient();
  return client.from(table);
}

/** Inserts a row for the running test, bypassing row-level security, and deletes it afterwards. */
export async function given<Name extends Table>(
  table: Name,
  values: Tables[Name]['Insert'],
): Promise<Tables[Name]['Row']> {
  const [row] = await givenAll(table, [values]);
  return row as Tables[Name]['Row'];
}

/** Inserts several rows like {@link given}, in the order of `values`. */
export async function givenAll<Name extends Table>(
  table: Name,
  values: readonly Tables[Name]['Insert'][],
): Promise<Tables[Name]['Row'][]> {
  const { data, error } = await rowsOf(table)
    .insert([...values])
    .select();
  if (error) throw new Error(error.message);
  onTestFinished(async () => {
    const ids = data.map(({ id }) => id);
    await rowsOf(table).delete().in('id', ids);
  });
  return data;
}

/** The current row, bypassing row-level security; `null` when there is none. */
export async function stored<Name extends Table>(table: Name, id: string): Promise<Tables[Name]['Row'] | null> {
  const { data } = await rowsOf(table).select().eq('id', id).maybeSingle();
  return data;
}

/** After the test, deletes the rows that it created through the interface. */
export function removeAfterwards(table: Table, column: 'slug' | 'title' | 'name', value: string): void {
  onTestFinished(async () => {
    await rowsOf(table).delete().eq(column, value);
  });
}
