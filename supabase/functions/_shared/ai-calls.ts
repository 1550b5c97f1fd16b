import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { callDatabase, Failure, tryDatabase } from './http.ts';
import type { Dependencies } from './serve.ts';

/** What a provider counted for one answer. Its tokens of thoughts are output. */
interface Usage {
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
 * docs/decisions/0024 and 0105. The subject is the workflow, or the claim of an article.
 */
export async function countedCall<Result>(
  database: SupabaseClient,
  kind: 'web-search' | 'blog-ideas' | 'generate-article',
  subject: string,
  dependencies: Dependencies,
  work: (metered: Metered) => Promise<Result>,
): Promise<Result> {
  const receipt = await callDatabase(database, 'take_ai_call', { kind, subject });
  const used: Usage[] = [];
  try {
    return await work({ ...dependencies, noteUsage: (usage) => used.push(usage) });
  } catch (failure) {
    if (failure instanceof Failure && failure.details.unpaid)
      await tryDatabase(database, 'giving back a call', 'give_back_ai_call', { receipt });
    throw failure;
  } finally {
    const [usage] = used;
    // The answer is worth more than its price tag.
    if (usage) await tryDatabase(database, 'noting the usage of a call', 'note_ai_usage', { receipt, usage });
  }
}
