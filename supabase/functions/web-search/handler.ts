import type { Dependencies } from '../_shared/dependencies.ts';
import { answer } from '../_shared/http.ts';
import { oneLine } from '../_shared/material.ts';
import { onlyLinks } from '../_shared/only-links.ts';
import { visibleText } from '../_shared/visible-text.ts';
import { runWorkflow, type WorkflowKind } from '../_shared/workflow.ts';
import { type SearchRequest, type SearchResult, search, searchSchema } from './perplexity.ts';

export const BUILT_IN_PROMPT = `Sie recherchieren für die Redaktion eines Fachportals über künstliche Intelligenz in der Erwachsenenbildung.

Beantworten Sie die Frage auf Deutsch, sachlich und in höchstens 400 Wörtern. Beginnen Sie mit der Antwort in zwei Sätzen, führen Sie danach aus, was in der Praxis einen Unterschied macht, und sagen Sie zum Schluss, was offen bleibt.

Belegen Sie jede Tatsachenbehauptung mit der Nummer ihrer Quelle in eckigen Klammern. Bevorzugen Sie Primärquellen. Finden Sie keine verlässliche Quelle, schreiben Sie das; raten Sie nicht.`;

const webSearch: WorkflowKind<SearchRequest> = {
  type: 'perplexity_web_search',
  name: 'web-search',
  schema: searchSchema,
  builtInPrompt: BUILT_IN_PROMPT,
  work: async (...asked) => withoutOrders(await search(...asked)),
};

/** What a search found is shown, and becomes material: no hidden characters, no pictures, and no links but its sources. */
function withoutOrders({ content, search_results: results, related_questions: questions, ...found }: SearchResult) {
  return {
    ...found,
    content: onlyLinks(visibleText(content), results),
    search_results: results.map((source) => ({ ...source, ...(source.title && { title: oneLine(source.title) }) })),
    related_questions: questions.map(oneLine),
  };
}

export const handler = (request: Request, dependencies: Dependencies): Promise<Response> =>
  answer(request, () => runWorkflow(request, dependencies, webSearch));
