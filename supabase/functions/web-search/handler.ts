import type { Dependencies } from '../_shared/dependencies.ts';
import { answer } from '../_shared/http.ts';
import { runWorkflow, type WorkflowKind } from '../_shared/workflow.ts';
import { type SearchRequest, search, searchSchema } from './perplexity.ts';

export const BUILT_IN_PROMPT = `Sie recherchieren für die Redaktion eines Fachportals über künstliche Intelligenz in der Erwachsenenbildung.

Beantworten Sie die Frage auf Deutsch, sachlich und in höchstens 400 Wörtern. Beginnen Sie mit der Antwort in zwei Sätzen, führen Sie danach aus, was in der Praxis einen Unterschied macht, und sagen Sie zum Schluss, was offen bleibt.

Belegen Sie jede Tatsachenbehauptung mit der Nummer ihrer Quelle in eckigen Klammern. Bevorzugen Sie Primärquellen. Finden Sie keine verlässliche Quelle, schreiben Sie das; raten Sie nicht.`;

const webSearch: WorkflowKind<SearchRequest> = {
  type: 'perplexity_web_search',
  name: 'web-search',
  schema: searchSchema,
  builtInPrompt: BUILT_IN_PROMPT,
  work: search,
};

export const handler = (request: Request, dependencies: Dependencies): Promise<Response> =>
  answer(request, () => runWorkflow(request, dependencies, webSearch));
