import { onTestFinished } from 'vitest';
import type { Database } from '../data/database.types.ts';
import { serviceClient } from './service-client.ts';

export type Tables = Database['public']['Tables'];
export type Table = keyof Tables;

/** A word that no other row has. */
export const unique = (word = 'w') => `${word}${crypto.randomUUID().slice(0, 8)}`;

/** Any table stands for all: the client's own types cannot follow a table that is chosen by a variable. */
const rowsOf = (table: Table) => serviceClient().from(table as 'posts');

/** Writes a row for the running test, past row-level security, and removes it afterwards. */
export async function given<Name extends Table>(
  table: Name,
  values: Tables[Name]['Insert'],
): Promise<Tables[Name]['Row']> {
  const { data, error } = await rowsOf(table)
    .insert(values as Tables['posts']['Insert'])
    .select()
    .single();
  if (error) throw new Error(error.message);
  onTestFinished(async () => {
    await rowsOf(table).delete().eq('id', data.id);
  });
  return data as unknown as Tables[Name]['Row'];
}

/** The row as it is now, past row-level security; `null` when there is none. */
export async function stored<Name extends Table>(table: Name, id: string): Promise<Tables[Name]['Row'] | null> {
  const { data } = await rowsOf(table).select().eq('id', id).maybeSingle();
  return data as unknown as Tables[Name]['Row'] | null;
}

/** Removes what the running test creates through the interface. */
export function removeAfterwards(table: Table, column: 'slug' | 'title' | 'name', value: string): void {
  onTestFinished(async () => {
    await rowsOf(table)
      .delete()
      .eq(column as 'slug', value);
  });
}
