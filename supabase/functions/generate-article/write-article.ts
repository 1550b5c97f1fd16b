import type { Metered } from '../_shared/ai-calls.ts';
import { generate } from '../_shared/gemini.ts';
import { type Article, articleIn } from './article.ts';
import type { ArticleRequest } from './body.ts';
import type { Category } from './categories.ts';

export const INSTRUCTIONS = `Sie schreiben für einen deutschsprachigen Fachblog über künstliche Intelligenz in der Erwachsenenbildung. Gelesen wird er von Kursleitenden, Bildungsverantwortlichen und Teams in Bildungszentren der Schweiz.

Schreiben Sie zum Auftrag einen vollständigen Beitrag in Markdown:

- 700 bis 1000 Wörter, auf Deutsch, in Schweizer Rechtschreibung (ss statt ß) und in der Sie-Form.
- Ein Einstieg aus der Praxis ohne Überschrift, danach drei bis fünf Abschnitte mit Überschriften zweiter Ebene (##). Den Titel wiederholen Sie nicht.
- Der Beitrag löst den Mehrwert ein: Am Ende können die Lesenden tun oder entscheiden, was er verspricht. Dazu gehören konkrete Beispiele und Schritte.
- Keine erfundenen Studien, Zahlen, Zitate oder Personen. Was unsicher ist, nennen Sie unsicher.
- Nummern in eckigen Klammern setzen Sie nur, wenn der Auftrag Quellen nennt, und nur für diese. Eine Quellenliste schreiben Sie nicht.

«excerpt» ist ein Anriss von höchstens 200 Zeichen in einfachem Text, «category» die Rubrik, die am besten passt.`;

export async function writeArticle(
  idea: ArticleRequest,
  categories: readonly Category[],
  dependencies: Metered,
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
