import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { refusedByDatabase } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { Failure } from './http.ts';

interface Call {
  /** The function that calls. */
  readonly kind: 'web-search' | 'blog-ideas' | 'generate-article';
  /** The workflow, or the claim of an article. */
  readonly subject: string;
}

/** What a provider counted for one answer. Its tokens of thoughts are output. */
export interface Usage {
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Only a counted call has these: whoever asks a provider tells what the answer used, whether it is of use or not. */
export interface Metered extends Dependencies {
  noteUsage(usage: Usage): void;
}

/**
 * Counts the call against the account's daily limit first, and gives it back when the provider refused it unpaid. See
 * docs/decisions/0024 and 0105.
 */
export async function countedCall<Result>(
  database: SupabaseClient,
  { kind, subject }: Call,
  dependencies: Dependencies,
  work: (metered: Metered) => Promise<Result>,
): Promise<Result> {
  const { data: receipt, error } = await database.rpc('take_ai_call', { kind, subject });
  if (error) throw refusedByDatabase(error);
  const used: Usage[] = [];
  try {
    return await work({ ...dependencies, noteUsage: (usage) => used.push(usage) });
  } catch (failure) {
    if (failure instanceof Failure && failure.details.unpaid) await giveBack(database, receipt);
    throw failure;
  } finally {
    if (used[0]) await note(database, receipt, used[0]);
  }
}

async function giveBack(database: SupabaseClient, receipt: unknown): Promise<void> {
  const { error } = await database.rpc('give_back_ai_call', { receipt });
  if (error) console.error('giving back a call:', error.code);
}

/** Best effort: the answer is worth more than its price tag. */
async function note(database: SupabaseClient, receipt: unknown, usage: Usage): Promise<void> {
  const { error } = await database.rpc('note_ai_usage', { receipt, usage });
  if (error) console.error('noting the usage of a call:', error.code);
}
