import { staffClient } from '@ki/shared/data/clients.ts';
import type { Json } from '@ki/shared/data/database.types.ts';
import { serviceClient } from '@ki/shared/testing/given.ts';
import { onTestFinished } from 'vitest';

interface Row {
  readonly status?: string;
  readonly input_data?: NonNullable<Json>;
  readonly output_data?: Json;
}

const workflows = () => serviceClient().from('workflows');

/** The id of a workflow, by default a completed one. */
export async function givenWorkflow(type: 'perplexity_web_search' | 'gemini_blog_ideas', values: Row = {}) {
  const row = { workflow_type: type, status: 'completed', ...values };
  const { data } = await workflows().insert(row).select('id').single().throwOnError();
  removeWorkflows('id', data.id);
  return data.id;
}

export function removeWorkflows(column: string, value: string): void {
  onTestFinished(async () => void (await workflows().delete().eq(column, value)));
}

export const storedWorkflows = async (column: string, value: string) =>
  (await workflows().select('*').eq(column, value).throwOnError()).data;

interface AiCall {
  readonly kind: 'web-search' | 'blog-ideas' | 'generate-article';
  readonly subject?: string;
  readonly model: string;
  readonly tokens: readonly [input: number, output: number];
}

/** A call by the signed-in account, which is given back when the test ends. */
export async function givenAiCall({ model, tokens: [input_tokens, output_tokens], ...call }: AiCall): Promise<void> {
  const client = await staffClient();
  const { data: receipt } = await client.rpc('take_ai_call', call).throwOnError();
  onTestFinished(async () => {
    await client.rpc('give_back_ai_call', { receipt });
  });
  await client.rpc('note_ai_usage', { receipt, usage: { model, input_tokens, output_tokens } }).throwOnError();
}
