import { type APIRequestContext, test as base } from '@playwright/test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** The administrator of the embedded seed. */
export const ADMINISTRATOR = { email: 'admin@example.com', password: 'lernen-mit-ki' };

export interface Post {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
}

interface PostValues {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string | null;
  readonly category_id: string | null;
  readonly published_at: string | null;
  readonly comment_count: number;
}

async function signedIn(request: APIRequestContext): Promise<SupabaseClient> {
  const { supabase } = await (await request.get('/platform.json')).json();
  const client = createClient(supabase.url, supabase.key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword(ADMINISTRATOR);
  if (error) throw error;
  return client;
}

let count = 0;
export const unique = (word: string) => `${word}${Date.now().toString(36)}${process.pid}${count++}`;

interface Fixtures {
  /** What an editor can do by the API. */
  readonly editor: SupabaseClient;
  /** Writes a post, long ago unless said otherwise, and removes it after the test. */
  readonly givenPost: (values?: Partial<PostValues>) => Promise<Post>;
}

export const test = base.extend<Fixtures>({
  editor: async ({ request }, use) => use(await signedIn(request)),
  givenPost: async ({ editor }, use) => {
    const written: string[] = [];
    await use(async (values = {}) => {
      const slug = unique('e2e-');
      const row = {
        title: `Titel ${slug}`,
        slug,
        content: 'Text',
        author: 'Ada Test',
        published_at: '2001-02-03T10:00:00Z',
      };
      const { data, error } = await editor
        .from('posts')
        .insert({ ...row, ...values })
        .select('id, title, slug')
        .single();
      if (error) throw error;
      written.push(data.id);
      return data;
    });
    await editor.from('posts').delete().in('id', written);
  },
});

export { expect } from '@playwright/test';
