import { staffClient } from '@ki/shared/data/clients.ts';
import { onTestFinished } from 'vitest';

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
