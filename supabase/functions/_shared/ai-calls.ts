import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { refusedByDatabase } from './caller.ts';
import { Failure } from './http.ts';

/**
 * Counts the call against the account's daily limit first, and gives it back when the provider refused it unpaid. See
 * docs/decisions/0024.
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
