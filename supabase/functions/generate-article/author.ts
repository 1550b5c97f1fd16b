import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';

/** The name that stands on the caller's posts: the display name, else the part of the e-mail before the @. */
export async function authorOf(database: SupabaseClient, accessToken: string): Promise<string> {
  const { data } = await database.auth.getUser(accessToken);
  const name: unknown = data.user?.user_metadata.display_name ?? data.user?.user_metadata.full_name;
  if (typeof name === 'string' && name.trim()) return name.trim();
  return data.user?.email?.split('@')[0] ?? '';
}
