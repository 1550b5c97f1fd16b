import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { createClient } from 'npm:@supabase/supabase-js@2.119.0';

export interface Dependencies {
  setting(name: string): string | undefined;
  openDatabase(accessToken: string): SupabaseClient;
  fetch(url: string, init: RequestInit): Promise<Response>;
  pause(milliseconds: number): Promise<void>;
}

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

/** Only on Supabase: keeps a worker until the work is done, even if its caller has gone. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const DATABASE_TIMEOUT = 10_000;

const setting = (name: string) => Deno.env.get(name) || undefined;

const dependencies: Dependencies = {
  setting,
  openDatabase: (accessToken) =>
    createClient(setting('SUPABASE_URL') ?? '', setting('SUPABASE_ANON_KEY') ?? '', {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: {
        // Spelled as by the client, which would else send a second header.
        headers: { Authorization: `Bearer ${accessToken}` },
        fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(DATABASE_TIMEOUT) }),
      },
    }),
  fetch: (url, init) => fetch(url, init),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

export function serve(handler: (request: Request, dependencies: Dependencies) => Promise<Response>): void {
  Deno.serve((request) => {
    const response = handler(request, dependencies);
    if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(response);
    return response;
  });
}
