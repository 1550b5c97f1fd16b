import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { unreachable } from '../_shared/caller.ts';

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export async function listCategories(database: SupabaseClient): Promise<Category[]> {
  const { data, error } = await database
    .from('categories')
    .select('id, name, slug')
    .order('name')
    .overrideTypes<Category[], { merge: false }>();
  if (error) throw unreachable();
  return data;
}
