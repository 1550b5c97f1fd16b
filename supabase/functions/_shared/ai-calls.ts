import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { refusedByDatabase } from './database-refusal.ts';
import { Failure } from './failure.ts';

/**
 * Does what asks a provider, if the day still has a call for this account. The call is counted first, and given back
 * where the provider refused it and so took nothing. One that was answered counts, whatever came of the answer.
 * See docs/decisions/0024.
 */
export async function countedCall<Result>(database: SupabaseClient, work: () => Promise<Result>): Promise<Result> {
  const { data: receipt, error } = await database.rpc('take_ai_call');
  if (error) throw refusedByDatabase(error);
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof Failure && failure.details.unpaid) await giveBack(database, receipt);
    throw failure;
  }
}

async function giveBack(database: SupabaseClient, receipt: unknown): Promise<void> {
  const { error } = await database.rpc('give_back_ai_call', { receipt });
  if (error) console.error('giving back a call:', error.code);
}
