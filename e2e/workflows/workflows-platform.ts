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
