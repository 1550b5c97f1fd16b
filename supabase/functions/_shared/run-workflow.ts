import { z } from 'npm:zod@4.6.7';
import { countedCall } from './ai-calls.ts';
import { checked, readJson } from './body.ts';
import { staffCaller } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { asFailure } from './failure.ts';
import { promptFor } from './prompt.ts';
import { claimWorkflow, completeWorkflow, failWorkflow, type State, type WorkflowType } from './workflow.ts';

export interface WorkflowKind<Input extends { workflowId: string }> {
  readonly type: WorkflowType;
  readonly schema: z.ZodType<Input>;
  /** Instructions for when no prompt of this type is active. */
  readonly builtInPrompt: string;
  /** Does the work and returns the workflow's `output_data`. */
  work(input: Input, prompt: string, dependencies: Dependencies): Promise<object>;
}

const aboutWorkflow = z.object({ workflowId: z.uuid() });

/** Claims the workflow that the body names, does its work and ends it, whatever happens. */
export async function runWorkflow<Input extends { workflowId: string }>(
  request: Request,
  dependencies: Dependencies,
  { type, schema, builtInPrompt, work }: WorkflowKind<Input>,
): Promise<object> {
  const { database } = await staffCaller(request, dependencies);
  const body = await readJson(request);
  // Even a call that asks for the impossible ends the workflow that waits for it.
  const { data: known } = aboutWorkflow.safeParse(body);
  const { workflowId: id } = known ?? checked(schema, body);
  const earlier = await claimWorkflow(database, id, type);
  if (earlier) return repeated(earlier);
  try {
    const input = checked(schema, body);
    const prompt = await promptFor(database, type, builtInPrompt);
    const output = await countedCall(database, () => work(input, prompt, dependencies));
    await completeWorkflow(database, id, output);
    return { success: true, status: 'completed' };
  } catch (error) {
    const failure = asFailure(error);
    await failWorkflow(database, id, failure.message);
    throw failure;
  }
}

function repeated({ status, error_message: error }: State): object {
  return status === 'failed' ? { success: false, status, error } : { success: true, status };
}
