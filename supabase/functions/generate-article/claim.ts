import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { refusedByDatabase, unreachable } from '../_shared/caller.ts';
import { Failure } from '../_shared/http.ts';
import { storableJson } from '../_shared/storable.ts';
import type { Article } from './article.ts';
import type { ArticleRequest } from './body.ts';

export interface SavedPost {
  readonly id: string;
  readonly slug: string;
}

export interface Draft extends Article {
  readonly title: string;
  readonly author: string;
}

type Claimed = { readonly receipt: string } | (SavedPost & { readonly receipt: null });

/** A second call for the same idea is refused during the first, and later gets the same draft. */
export async function claimArticle(database: SupabaseClient, idea: ArticleRequest): Promise<Claimed> {
  const { data, error } = await database.rpc('claim_article', { idea: storableJson(idea) }).single<Claimed>();
  if (error) throw refusedByDatabase(error);
  return data;
}

/** The article is paid for, so storing it is retried. */
const ATTEMPTS = 3;

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

/** Releases the claim; one that cannot be released now expires by itself. */
export async function freeArticle(database: SupabaseClient, receipt: string): Promise<void> {
  const { error } = await database.rpc('free_article', { receipt });
  if (error) console.error('freeing an article:', error.code);
}

function notSaved(error: { code: string; message: string }): Failure {
  return error.code.startsWith('PT')
    ? refusedByDatabase(error)
    : new Failure(502, 'The article could not be saved. Please try again.');
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
  ...{ æ: 'ae', ǽ: 'ae', œ: 'oe', ø: 'o', ǿ: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't' },
  ...{ ĸ: 'k', ə: 'e', ɛ: 'e', ɔ: 'o', ƒ: 'f', ɖ: 'd', ɗ: 'd', ɓ: 'b', ƙ: 'k', ƶ: 'z', ǝ: 'e', ɣ: 'g', ɨ: 'i', ʉ: 'u' },
};

/** As `shared/format/slug.ts`, which is not deployed with functions. */
export function toSlug(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter.normalize('NFKD'))
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
