import { answer } from '../_shared/answer.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { runWorkflow, type WorkflowKind } from '../_shared/run-workflow.ts';
import { type IdeasRequest, ideasSchema } from './body.ts';
import { generateIdeas } from './generate-ideas.ts';
import { BUILT_IN_PROMPT } from './prompt.ts';

const blogIdeas: WorkflowKind<IdeasRequest> = {
  type: 'gemini_blog_ideas',
  schema: ideasSchema,
  builtInPrompt: BUILT_IN_PROMPT,
  work: generateIdeas,
};

/** Finds ten ideas for posts in the text of a file. */
export const handler = (request: Request, dependencies: Dependencies): Promise<Response> =>
  answer(request, () => runWorkflow(request, dependencies, blogIdeas));
