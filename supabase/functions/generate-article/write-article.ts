import type { Metered } from '../_shared/ai-calls.ts';
import { generate } from '../_shared/gemini.ts';
import type { Source } from '../_shared/provider.ts';
import { beginning, createFrame, type Frame, oneLine, visibleText } from '../_shared/text.ts';
import type { ArticleRequest, Category } from './article.ts';
import { articleIn } from './article.ts';
import { listed } from './citations.ts';
import { INSTRUCTIONS, SOURCE_RULES } from './instructions.ts';
import type { ReadSource } from './sources.ts';

/** In characters, for all sources together; each gets the same part. */
const MOST_MATERIAL = 120_000;
const LONGEST_MATERIAL = 40_000;

export async function writeArticle(
  idea: ArticleRequest,
  sources: readonly ReadSource[],
  categories: readonly Category[],
  dependencies: Metered,
) {
  const frame = createFrame();
  const hasSources = sources.length > 0;
  const task = {
    instructions: hasSources ? `${INSTRUCTIONS}\n\n${SOURCE_RULES}\n\n${frame.rule}` : INSTRUCTIONS,
    text: assignment(idea, hasSources ? materialOf(sources, frame) : '', categories),
    responseSchema: schemaFor(categories, hasSources),
  };
  const { text, sources: named } = await generate(task, dependencies);
  return articleIn(text, [...sources.map(({ text: _, ...source }) => source), ...named.filter(isListable)], categories);
}

/** What the provider names beside the request is listed, but never read. */
const isListable = ({ url }: Source) => url.length <= 2_000 && URL.parse(url)?.protocol === 'https:';

function materialOf(sources: readonly ReadSource[], frame: Frame): string {
  const share = Math.min(LONGEST_MATERIAL, Math.floor(MOST_MATERIAL / listed(sources).length));
  const parts = sources.map(({ url, title, text }, index) => {
    const number = index + 1;
    const first = sources.findIndex((other) => other.url === url);
    if (first < index) return `[${number}] ist dieselbe wie [${first + 1}].`;
    const lines = [
      `Adresse: ${oneLine(URL.parse(url)?.href ?? url)}`,
      title && `Titel: ${oneLine(title)}`,
      text !== null && `\n${beginning(text, share)}`,
    ];
    const material = frame.around(`Quelle ${number}`, lines.filter(Boolean).join('\n'));
    return text === null ? `[${number}] konnte nicht gelesen werden:\n${material}` : `[${number}]\n${material}`;
  });
  return `Quellen:\n\n${parts.join('\n\n')}`;
}

function assignment(
  { title, description, value, keyword }: ArticleRequest,
  material: string,
  categories: readonly Category[],
): string {
  const lines = [
    `Titel: ${oneLine(title)}`,
    description && `Worum es geht: ${visibleText(description)}`,
    value && `Mehrwert für die Leserinnen und Leser: ${visibleText(value)}`,
    keyword && `Suchbegriff, unter dem der Beitrag gefunden werden soll: ${visibleText(keyword)}`,
    material,
    categories.length > 0 && `Rubriken: ${categories.map(({ name, slug }) => `${slug} (${name})`).join(', ')}`,
  ];
  return lines.filter(Boolean).join('\n\n');
}

const TEXT = { type: 'STRING' };

const QUOTES = {
  type: 'ARRAY',
  items: {
    type: 'OBJECT',
    properties: { source: { type: 'INTEGER' }, sentence: TEXT, quote: TEXT },
    required: ['source', 'sentence', 'quote'],
  },
};

function schemaFor(categories: readonly Category[], hasSources: boolean): object {
  const slugs = categories.map(({ slug }) => slug);
  const properties = {
    content: TEXT,
    excerpt: TEXT,
    ...(slugs.length > 0 && { category: { type: 'STRING', enum: slugs } }),
    ...(hasSources && { quotes: QUOTES }),
  };
  return { type: 'OBJECT', properties, required: Object.keys(properties) };
}
