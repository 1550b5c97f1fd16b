import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database.types.ts';

/** The part of a Supabase client that reads need. */
export type Reader = Pick<SupabaseClient<Database>, 'from' | 'rpc'>;
