import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/testing.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { copyPublished } from '../platform/running-platform.ts';

export interface PlatformWithBackend {
  readonly platform: OwnPlatform;
  readonly backend: TestBackend;
  stop(): Promise<void>;
}

/** The published code on a backend of its own, free to be filled and asked at will. */
export async function startPlatformWithBackend(
  options: Pick<Parameters<typeof startOwnPlatform>[0], 'environment' | 'nodeArgs'> = {},
): Promise<PlatformWithBackend> {
  const backend = await startTestBackend();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reliability-'));
  await copyPublished(dataDir);
  const announced = JSON.stringify({ url: backend.url, key: backend.publishableKey });
  await writeFile(path.join(dataDir, 'backend.json'), announced);
  const platform = await startOwnPlatform({ dataDir, ...options });
  return {
    platform,
    backend,
    async stop() {
      await platform.stop();
      await backend.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
