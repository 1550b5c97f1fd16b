import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';

/** Everything that a function reaches outside itself. */
export interface Dependencies {
  /** A variable of the environment; an empty one counts as unset. */
  setting(name: string): string | undefined;
  /** The project's database with the rights of whoever the access token belongs to. */
  openDatabase(accessToken: string): SupabaseClient;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Resolves after that many milliseconds. */
  pause(milliseconds: number): Promise<void>;
}
