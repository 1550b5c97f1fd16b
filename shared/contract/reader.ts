import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database.types.ts';

/** Typed access to tables and database functions, whoever asks: the part of a Supabase client that reading needs. */
export type Reader = Pick<SupabaseClient<Database>, 'from' | 'rpc'>;
