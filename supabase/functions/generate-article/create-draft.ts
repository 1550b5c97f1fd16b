import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { unreachable } from '../_shared/caller.ts';
import { Failure } from '../_shared/failure.ts';
import type { Article } from './article.ts';
import { toSlug } from './slug.ts';

export interface Draft extends Article {
  readonly title: string;
  readonly author: string;
}

export interface SavedPost {
  readonly id: string;
  readonly slug: string;
}

const TAKEN = '23505';
const COUNTED = 20;

/** Saves a post without a publish date; its address gets a number while it is taken. */
export async function createDraft(database: SupabaseClient, draft: Draft): Promise<SavedPost> {
  const base = toSlug(draft.title) || 'beitrag';
  for (let number = 1; number <= COUNTED + 1; number += 1) {
    const slug = number === 1 ? base : `${base}-${number > COUNTED ? crypto.randomUUID().slice(0, 8) : number}`;
    const { data, error, status } = await database
      .from('posts')
      .insert({ ...draft, slug, published_at: null })
      .select('id, slug')
      .single<SavedPost>();
    if (!error) return data;
    if (error.code !== TAKEN) throw notSaved(status);
  }
  throw notSaved(409);
}

function notSaved(status: number): Failure {
  const isOurFault = status >= 400 && status < 500;
  return isOurFault ? new Failure(502, 'The article could not be saved. Please try again.') : unreachable();
}
