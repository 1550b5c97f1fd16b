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

/** Signs in with the form of the login page, by default of the platform under test. */
export async function signIn(page: Page, platform = ''): Promise<void> {
  await page.goto(`${platform}/login`);
  await sendSignIn(page);
  // The page may still load pictures of others: its load event is not waited for.
  await page.waitForURL(({ pathname }) => pathname !== '/login', { waitUntil: 'commit' });
}

/** The demo administrator at the API that the pages of a platform use, by default of the one under test. */
export async function editorClient(request: APIRequestContext, platform = ''): Promise<SupabaseClient> {
  const { supabase } = await (await request.get(`${platform}/platform.json`)).json();
  const client = createClient(supabase.url, supabase.key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword(ADMINISTRATOR);
  if (error) throw error;
  return client;
}

/** Opens an address for staff with a session that the API made and the browser stored, which is faster than the form. */
export async function openAsStaff(page: Page, address: string): Promise<void> {
  const platform = URL.canParse(address) ? new URL(address).origin : '';
  const { data } = await (await editorClient(page.request, platform)).auth.getSession();
  // A document that names its icon: for others the browser asks for /favicon.ico, and complains that there is none.
  await page.goto(`${platform}/`, { waitUntil: 'commit' });
  await page.evaluate((session) => localStorage.setItem('sb-127-auth-token', session), JSON.stringify(data.session));
  await page.goto(address, { waitUntil: 'commit' });
}
