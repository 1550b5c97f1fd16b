import { z } from 'npm:zod@4.6.7';
import { modelJson } from '../_shared/gemini.ts';
import { Failure } from '../_shared/http.ts';
import type { Source } from '../_shared/provider.ts';
import { storable } from '../_shared/storable.ts';
import type { Category } from './categories.ts';
import { replaceCitations, withSources } from './citations.ts';
import { onlyLinks } from './only-links.ts';

export interface Article {
  readonly content: string;
  readonly excerpt: string;
  readonly category_id: string | null;
}

const writtenSchema = z.object({
  content: z.string().regex(/\S/),
  excerpt: z.string().catch(''),
  category: z.string().catch(''),
});

const LONGEST_EXCERPT = 300;

export function articleIn(text: string, sources: readonly Source[], categories: readonly Category[]): Article {
  const json = modelJson(text);
  const { data } = writtenSchema.safeParse(json === undefined ? { content: text } : json);
  if (!data) throw new Failure(502, 'Gemini wrote no article. Please try again.');
  const content = storable(data.content)
    .trim()
    .replace(/^#\s[^\n]*\n+/, '');
  const category = categories.find(({ slug, name }) => slug === data.category || name === data.category);
  return {
    content: onlyLinks(withSources(content, sources), sources),
    excerpt: shortened(withoutCitations(storable(data.excerpt).trim() || firstParagraph(content))),
    category_id: category?.id ?? null,
  };
}

const firstParagraph = (content: string) =>
  (content.split(/\n{2,}/).find((block) => /^[\p{L}\p{N}«„"]/u.test(block)) ?? '').replace(/[*_`]/g, '');

const withoutCitations = (text: string) => replaceCitations(text, () => '').replace(/ +(?=[.,;:!?])/g, '');

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= LONGEST_EXCERPT) return line;
  return `${line.slice(0, line.lastIndexOf(' ', LONGEST_EXCERPT - 1))} …`;
}
