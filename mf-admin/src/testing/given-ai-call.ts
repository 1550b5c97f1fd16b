import { staffClient } from '@ki/shared/data/clients.ts';
import { signIn } from '@ki/shared/session/session-store.ts';
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

/** Prices need a fresh sign-in, and a sign-out of another test file ends older sessions of the account. */
export async function signInFreshly(): Promise<void> {
  const error = await signIn('admin@example.com', 'lernen-mit-ki');
  if (error !== null) throw new Error(error);
}

export async function givenAiPrice(model: string, [input, output, request]: readonly [number, number, number]) {
  await signInFreshly();
  const client = await staffClient();
  await client.rpc('set_ai_price', { model, input, output, request }).throwOnError();
  removePriceAfterwards(model);
}

export function removePriceAfterwards(model: string): void {
  onTestFinished(async () => {
    await signInFreshly();
    await (await staffClient()).rpc('delete_ai_price', { model });
  });
}
