import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { inject, onTestFinished } from 'vitest';
import type { Database } from '../data/database.types.ts';

export type Tables = Database['public']['Tables'];
export type Table = keyof Tables;

type ServiceClient = SupabaseClient<Database>;

let once: ServiceClient | undefined;

/** Bypasses row-level security to prepare and remove rows. One instance, because each client has a session store. */
export function serviceClient(): ServiceClient {
  once ??= createServiceClient();
  return once;
}

function createServiceClient(): ServiceClient {
  const { url, serviceRoleKey } = inject('backend');
  return createClient(url, serviceRoleKey, {
    // A session store apart from that of the page under test.
    auth: { storageKey: 'service', persistSession: false, autoRefreshToken: false },
    // The backend rejects this key from browsers, and the test DOM has the User-Agent of a browser.
    global: { headers: { 'User-Agent': 'tests' } },
  });
}

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
  const ids = data.map(({ id }) => id);
  onTestFinished(async () => {
    // A request has the ids in its URL, whose length is limited.
    for (let first = 0; first < ids.length; first += 100)
      await rowsOf(table)
        .delete()
        .in('id', ids.slice(first, first + 100));
  });
  return data;
}

/** The current row, bypassing row-level security; `null` when there is none. */
export async function stored<Name extends Table>(table: Name, id: string): Promise<Tables[Name]['Row'] | null> {
  const { data } = await rowsOf(table).select().eq('id', id).maybeSingle();
  return data;
}

type Named = 'slug' | 'title' | 'name' | 'label' | 'address';

/** After the test, deletes the rows that it created through the interface. */
export function removeAfterwards(table: Table, column: Named, value: string): void {
  onTestFinished(async () => {
    await rowsOf(table).delete().eq(column, value);
  });
}

/** A text that no other row has, for one that the running test creates through the interface; it is deleted afterwards. */
export function newText(table: Table, column: Named, beginning: string): string {
  const text = unique(beginning);
  removeAfterwards(table, column, text);
  return text;
}
