import type { Dependencies } from '../_shared/dependencies.ts';
import { generate } from '../_shared/gemini.ts';
import { type Article, articleIn } from './article.ts';
import type { ArticleRequest } from './body.ts';
import type { Category } from './categories.ts';
import { INSTRUCTIONS } from './prompt.ts';

/** Has Gemini write the post. */
export async function writeArticle(
  idea: ArticleRequest,
  categories: readonly Category[],
  dependencies: Dependencies,
): Promise<Article> {
  const task = {
    instructions: INSTRUCTIONS,
    text: assignment(idea, categories),
    responseSchema: schemaFor(categories),
  };
  const { text, sources } = await generate(task, dependencies);
  return articleIn(text, [...idea.sources, ...sources], categories);
}

function assignment({ title, description, value, keyword, sources }: ArticleRequest, categories: readonly Category[]) {
  const lines = [
    `Titel: ${title}`,
    description && `Worum es geht: ${description}`,
    value && `Mehrwert für die Leserinnen und Leser: ${value}`,
    keyword && `Suchbegriff, unter dem der Beitrag gefunden werden soll: ${keyword}`,
    sources.length > 0 && `Quellen:\n${sources.map(({ url }, index) => `[${index + 1}] ${url}`).join('\n')}`,
    categories.length > 0 && `Rubriken: ${categories.map(({ name, slug }) => `${slug} (${name})`).join(', ')}`,
  ];
  return lines.filter(Boolean).join('\n\n');
}

function schemaFor(categories: readonly Category[]): object {
  const text = { type: 'STRING' };
  const properties = { content: text, excerpt: text };
  const slugs = categories.map(({ slug }) => slug);
  if (slugs.length === 0) return { type: 'OBJECT', properties, required: ['content', 'excerpt'] };
  return {
    type: 'OBJECT',
    properties: { ...properties, category: { type: 'STRING', enum: slugs } },
    required: ['content', 'excerpt', 'category'],
  };
}
