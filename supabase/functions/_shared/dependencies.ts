import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';

export interface Dependencies {
  setting(name: string): string | undefined;
  openDatabase(accessToken: string): SupabaseClient;
  fetch(url: string, init: RequestInit): Promise<Response>;
  pause(milliseconds: number): Promise<void>;
}
