import { answer } from '../_shared/answer.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { runWorkflow, type WorkflowKind } from '../_shared/run-workflow.ts';
import { type SearchRequest, searchSchema } from './body.ts';
import { search } from './perplexity.ts';
import { BUILT_IN_PROMPT } from './prompt.ts';

const webSearch: WorkflowKind<SearchRequest> = {
  type: 'perplexity_web_search',
  schema: searchSchema,
  builtInPrompt: BUILT_IN_PROMPT,
  work: search,
};

/** Answers a question from the web, with its sources. */
export const handler = (request: Request, dependencies: Dependencies): Promise<Response> =>
  answer(request, () => runWorkflow(request, dependencies, webSearch));
