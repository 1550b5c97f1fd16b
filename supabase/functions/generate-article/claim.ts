import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { Failure, refusedByDatabase, tryDatabase, unreachable } from '../_shared/http.ts';
import { storableJson } from '../_shared/text.ts';
import type { Article, ArticleRequest } from './article.ts';

export type SavedPost = Readonly<Record<'id' | 'slug', string>>;

type Draft = Article & Readonly<Record<'title' | 'author', string>>;

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
export const freeArticle = (database: SupabaseClient, receipt: string): Promise<void> =>
  tryDatabase(database, 'freeing an article', 'free_article', { receipt });

function notSaved(error: { code: string; message: string }): Failure {
  return error.code.startsWith('PT')
    ? refusedByDatabase(error)
    : new Failure(502, 'The article could not be saved. Please try again.');
}

const FORMS: Readonly<Record<string, string>> = {
  ...{ a: 'ɐɑᴀⱥ', ae: 'æᴁ', b: 'ƀƃɓʙ', c: 'ƈȼɕᴄ', d: 'đðƌɖɗȡᴅ', e: 'ǝəɛɇɘᴇ', f: 'ƒꜰ', g: 'ǥɠɡɢɣ', gh: 'ƣ', h: 'ħɦʜⱨ' },
  ...{ hv: 'ƕ', i: 'ıɨɩɪ', j: 'ȷɉʝᴊ', k: 'ĸƙᴋⱪꝁ', l: 'łƚȴɫɬɭʟⱡ', ll: 'ỻ', m: 'ɱᴍ', n: 'ŋƞȵɲɳɴ', o: 'øɔɵᴏ', oe: 'œɶ' },
  ...{ ou: 'ȣ', p: 'ƥᴘᵽ', q: 'ɋꞯ', r: 'ɍɽɾʀ', s: 'ȿʂꜱꞩ', sh: 'ʃ', ss: 'ß', t: 'ŧƫƭȶʈᴛⱦ', th: 'þ', u: 'ʉʊᴜ', v: 'ʋᴠỽ' },
  ...{ w: 'ƿᴡⱳ', y: 'ƴȝɏʏỿ', z: 'ƶȥɀʐʑʒᴢⱬ' },
};
const LETTERS = new Map(
  Object.entries(FORMS).flatMap(([form, letters]) => [...letters].map((letter) => [letter, form])),
);

/** As `shared/format/slug.ts`, which is not deployed with functions. */
export function toSlug(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, (umlaut) => `${umlaut.normalize('NFD').charAt(0)}e`)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Lm}]+/gu, '')
    .replace(/[\u0080-\uFFFF]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
