import { test as base } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { editorClient } from '../platform/sign-in.ts';

export interface Post {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
}

let count = 0;
export const unique = (word: string) => `${word}${Date.now().toString(36)}${process.pid}${count++}`;

interface Fixtures {
  /** An editor's operations by the API. */
  readonly editor: SupabaseClient;
  /** Inserts a post, by default with an old date, and removes it after the test. */
  readonly givenPost: (values?: Readonly<Record<string, unknown>>) => Promise<Post>;
}

export const test = base.extend<Fixtures>({
  editor: async ({ request }, use) => use(await editorClient(request)),
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
