import { pause } from '../../shared/testing/until.ts';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { type Provider, startProvider } from './provider.ts';

export interface WorkflowsPlatform {
  readonly url: string;
  readonly provider: Provider;
  readonly database: TestBackend['database'];
  stop(): Promise<void>;
}

/** The published code on a backend of its own, whose functions have keys of a provider on loopback. */
export async function startWorkflowsPlatform(): Promise<WorkflowsPlatform> {
  const provider = await startProvider();
  const providers = {
    PERPLEXITY_API_KEY: 'perplexity-key-for-tests',
    PERPLEXITY_BASE_URL: provider.url,
    GEMINI_API_KEY: 'gemini-key-for-tests',
    GEMINI_BASE_URL: provider.url,
  };
  const backend = await startTestBackend({ functions: { providers } });
  const platform = await startOwnPlatform({ dataDir: dataDirOfPlatform(), backend });
  return {
    url: platform.url,
    provider,
    database: backend.database,
    async stop() {
      await platform.stop();
      await backend.close();
      provider.stop();
    },
  };
}

/**
 * Takes the place of the process that reads sources, with its calls of the database: its own rules refuse addresses of
 * this machine. Resolves when each of the texts, by address, is read.
 */
export async function readAsProcess(
  database: TestBackend['database'],
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const [made] = await database.query<{ token: string }>(
    "select shipping.make_token('sources', null, '{}', null, 'test') as token",
  );
  const left = new Set(Object.keys(texts));
  while (left.size > 0) {
    const [claimed] = await database.query<{ claims: { id: string; url: string; attempt: number }[] }>(
      'select public.claim_sources($1, 4) as claims',
      [made?.token],
    );
    for (const { id, url, attempt } of claimed?.claims ?? []) {
      const result = JSON.stringify({ id, attempt, text: texts[url] });
      await database.query('select public.finish_source($1, $2::jsonb)', [made?.token, result]);
      left.delete(url);
    }
    await pause(50);
  }
}
