import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { copyPublished } from '../platform/running-platform.ts';
import { type Provider, startProvider } from './provider.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const NODE = path.join(ROOT, 'node_modules', '.bin', 'node');

export interface WorkflowsPlatform {
  readonly url: string;
  readonly provider: Provider;
  stop(): Promise<void>;
}

/** The published code on a backend of its own, whose functions have keys and reach a provider on loopback. */
export async function startWorkflowsPlatform(): Promise<WorkflowsPlatform> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'workflows-'));
  await copyPublished(dataDir);
  const provider = await startProvider();
  const stopBackend = startBackend(dataDir, provider.url);
  let platform: OwnPlatform | undefined;
  await expect(async () => {
    platform ??= await startOwnPlatform({ dataDir });
    const { status } = await fetch(`${platform.url}/readyz`);
    expect(status).toBeLessThan(600);
  }).toPass({ timeout: 60_000 });
  if (!platform) throw new Error('the platform did not start');
  const { url, stop } = platform;
  return {
    url,
    provider,
    async stop() {
      await stop();
      await stopBackend();
      provider.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function startBackend(dataDir: string, providerUrl: string): () => Promise<void> {
  const backend = spawn(NODE, ['supabase/local-backend/main.ts'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SUPABASE_PORT: '0',
      DATABASE_URL: '',
      AUTH_RATE_LIMIT: '0',
      PERPLEXITY_API_KEY: 'perplexity-key-for-tests',
      PERPLEXITY_BASE_URL: providerUrl,
      GEMINI_API_KEY: 'gemini-key-for-tests',
      GEMINI_BASE_URL: providerUrl,
    },
  });
  return async () => {
    const gone = once(backend, 'exit');
    backend.kill('SIGTERM');
    await gone;
  };
}
