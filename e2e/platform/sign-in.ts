import type { APIRequestContext, Page } from '@playwright/test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** The demo administrator, of the embedded seed. */
export const ADMINISTRATOR = { email: 'admin@example.com', password: 'lernen-mit-ki' };

/** Signs in with the form of the open login page. */
export async function sendSignIn(page: Page, { email, password } = ADMINISTRATOR): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Opens an address for staff, and signs in on its login page. */
export async function openAsStaff(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await sendSignIn(page);
  // The page may still load pictures of others: its load event is not waited for.
  await page.waitForURL(({ pathname }) => pathname !== '/login', { waitUntil: 'commit' });
}

/** Signs in as the demo administrator, by default at the platform under test. */
export const signIn = (page: Page, platform = ''): Promise<void> => openAsStaff(page, `${platform}/login`);

/** The demo administrator at the API that the platform's own pages use. */
export async function editorClient(request: APIRequestContext): Promise<SupabaseClient> {
  const { supabase } = await (await request.get('/platform.json')).json();
  const client = createClient(supabase.url, supabase.key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword(ADMINISTRATOR);
  if (error) throw error;
  return client;
}
