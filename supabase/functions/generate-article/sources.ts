import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { z } from 'npm:zod@4.6.7';
import { callDatabase, refusedByDatabase, tryDatabase } from '../_shared/http.ts';
import type { Source } from '../_shared/provider.ts';
import type { Dependencies } from '../_shared/serve.ts';
import { storable, storableJson } from '../_shared/text.ts';
import { listed } from './citations.ts';

export interface CitedSource extends Source {
  readonly quotes: readonly { readonly sentence: string; readonly quote: string }[];
}

/** A source of the request; without a text if it could not be read in time. */
export interface ReadSource extends Source {
  readonly text: string | null;
}

const readSchema = z.array(z.object({ url: z.string(), text: z.string().nullable() }));

/** Together with the calls of the provider less than a client waits. */
const WAIT_MS = 20_000;
const POLL_MS = 500;

/** Has the sources read by the process that may ask other hosts, and waits for it. */
export async function readSources(
  database: SupabaseClient,
  receipt: string,
  sources: readonly Source[],
  dependencies: Dependencies,
): Promise<readonly ReadSource[]> {
  if (sources.length === 0) return [];
  await callDatabase(database, 'queue_sources', { receipt, sources: storableJson(listed(sources)) });
  await untilRead(database, receipt, dependencies);
  const read = readSchema.parse(await callDatabase(database, 'read_sources', { receipt }));
  const texts = new Map(read.map(({ url, text }) => [url, text]));
  return sources.map((source) => ({ ...source, text: texts.get(storable(source.url)) ?? null }));
}

async function untilRead(database: SupabaseClient, receipt: string, dependencies: Dependencies): Promise<void> {
  const deadline = Date.now() + Number(dependencies.setting('SOURCES_WAIT_MS') ?? WAIT_MS);
  while (Date.now() < deadline) {
    const waiting = database.from('sources').select('id').eq('receipt', receipt).eq('state', 'waiting');
    const { data, error } = await waiting.limit(1);
    if (error) throw refusedByDatabase(error);
    if (data.length === 0) return;
    await dependencies.pause(POLL_MS);
  }
}

/** Stores what the model quotes. An article that is paid for is stored without it, too. */
export async function citeSources(
  database: SupabaseClient,
  receipt: string,
  sources: readonly CitedSource[],
): Promise<void> {
  if (sources.length === 0) return;
  await tryDatabase(database, 'storing quotes', 'cite_sources', { receipt, sources: storableJson(sources) });
}
