import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { unreachable } from '../_shared/caller.ts';
import { refusedByDatabase } from '../_shared/database-refusal.ts';
import { Failure } from '../_shared/failure.ts';
import { storableJson } from '../_shared/storable.ts';
import type { Article } from './article.ts';
import type { ArticleRequest } from './body.ts';
import { toSlug } from './slug.ts';

export interface SavedPost {
  readonly id: string;
  readonly slug: string;
}

export interface Draft extends Article {
  readonly title: string;
  readonly author: string;
}

type Claimed = { readonly receipt: string } | (SavedPost & { readonly receipt: null });

/** Claims an idea for this call: whoever asks for the same meanwhile is refused, later they get the same draft. */
export async function claimArticle(database: SupabaseClient, idea: ArticleRequest): Promise<Claimed> {
  const { data, error } = await database.rpc('claim_article', { idea: storableJson(idea) }).single<Claimed>();
  if (error) throw refusedByDatabase(error);
  return data;
}

/** The article is written and paid for: storing it is tried more than once. */
const ATTEMPTS = 3;

/** Stores the draft, without a publish date, in one act with its claim. */
export async function storeDraft(database: SupabaseClient, receipt: string, draft: Draft): Promise<SavedPost> {
  const row = { ...draft, slug: toSlug(draft.title) || 'beitrag' };
  for (let attempt = 1; ; attempt += 1) {
    const { data, error, status } = await database.rpc('store_article', { receipt, draft: row }).single<SavedPost>();
    if (!error) return data;
    console.error('saving a draft:', error.code);
    if (status >= 400 && status < 500) throw notSaved(error);
    if (attempt === ATTEMPTS) throw unreachable();
  }
}

/** Lets the idea be claimed again; a claim that cannot be freed now ends by itself. */
export async function freeArticle(database: SupabaseClient, receipt: string): Promise<void> {
  const { error } = await database.rpc('free_article', { receipt });
  if (error) console.error('freeing an article:', error.code);
}

function notSaved(error: { code: string; message: string }): Failure {
  return error.code.startsWith('PT')
    ? refusedByDatabase(error)
    : new Failure(502, 'The article could not be saved. Please try again.');
}
