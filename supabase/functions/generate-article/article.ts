import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { z } from 'npm:zod@4.6.7';
import { modelJson } from '../_shared/gemini.ts';
import { Failure, unreachable } from '../_shared/http.ts';
import { onlyLinks } from '../_shared/only-links.ts';
import type { Source } from '../_shared/provider.ts';
import { MISSING, storable, visibleText } from '../_shared/text.ts';
import { listed, replaceCitations, withSources } from './citations.ts';
import type { CitedSource } from './sources.ts';

const optionalText = z
  .string()
  .trim()
  .max(5000)
  .nullish()
  .transform((text) => text ?? '');

const address = z.url({ protocol: /^https?$/ }).max(2000);

const sourceSchema = z.union([
  address.transform((url) => ({ url })),
  z.object({ url: address, title: z.string().trim().min(1).max(300).optional() }),
]);

export const articleSchema = z.object({
  ideaId: z.union([z.string().max(200), z.number()]).nullish(),
  title: z.string().transform(storable).pipe(z.string().trim().min(1, 'must not be blank').max(300)),
  description: optionalText,
  value: optionalText,
  keyword: optionalText,
  sources: z
    .array(sourceSchema)
    .max(50)
    .nullish()
    .transform((sources) => sources ?? []),
});

export type ArticleRequest = z.output<typeof articleSchema>;

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export async function listCategories(database: SupabaseClient): Promise<Category[]> {
  const { data, error } = await database
    .from('categories')
    .select('id, name, slug')
    .order('name')
    .overrideTypes<Category[], { merge: false }>();
  if (error) throw unreachable();
  return data;
}

export type Article = ReturnType<typeof articleIn>['article'];

const LONGEST_QUOTE = 2_000;
const MOST_QUOTES = 200;

const quoted = z.string().transform((text) => visibleText(storable(text)).trim().slice(0, LONGEST_QUOTE));
const quoteSchema = z.object({ source: z.int().min(1), sentence: quoted, quote: quoted.pipe(z.string().min(1)) });

const writtenSchema = z.object({
  content: z.string().regex(/\S/),
  excerpt: z.string().catch(''),
  category: z.string().catch(''),
  quotes: z.array(z.unknown()).catch([]),
});

const LONGEST_EXCERPT = 300;

export function articleIn(text: string, sources: readonly Source[], categories: readonly Category[]) {
  const json = modelJson(text);
  const { data } = writtenSchema.safeParse(json === undefined ? { content: text } : json);
  if (!data) throw new Failure(502, 'Gemini wrote no article. Please try again.');
  const content = visibleText(storable(data.content))
    .trim()
    .replace(/^#\s[^\n]*\n+/, '');
  const category = categories.find(({ slug, name }) => slug === data.category || name === data.category);
  const excerpt = visibleText(storable(data.excerpt)).trim() || firstParagraph(content);
  return {
    article: {
      content: onlyLinks(withSources(content, sources), sources),
      excerpt: shortened(onlyLinks(withoutCitations(excerpt), []).replaceAll(MISSING, '')),
      category_id: category?.id ?? null,
    },
    /** The list of sources of the article, with what the model says it quotes. */
    sources: citedIn(data.quotes, sources),
  };
}

/** Quotes of the sources to which their numbers lead. The model may claim what it likes: they are checked later. */
function citedIn(entries: readonly unknown[], sources: readonly Source[]): readonly CitedSource[] {
  const quotes = entries.slice(0, MOST_QUOTES).flatMap((entry) => quoteSchema.safeParse(entry).data ?? []);
  return listed(sources).map(({ url, title }) => ({
    url,
    ...(title && { title }),
    quotes: quotes
      .filter(({ source }) => sources[source - 1]?.url === url)
      .map(({ sentence, quote }) => ({ sentence, quote })),
  }));
}

const firstParagraph = (content: string) =>
  (content.split(/\n{2,}/).find((block) => /^[\p{L}\p{N}«„"]/u.test(block)) ?? '').replace(/[*_`]/g, '');

const withoutCitations = (text: string) => replaceCitations(text, () => '').replace(/ +(?=[.,;:!?])/g, '');

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= LONGEST_EXCERPT) return line;
  return `${line.slice(0, line.lastIndexOf(' ', LONGEST_EXCERPT - 1))} …`;
}
