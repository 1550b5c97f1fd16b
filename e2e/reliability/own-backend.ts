import type { TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';

export interface PlatformWithBackend {
  readonly platform: OwnPlatform;
  readonly backend: TestBackend;
  stop(): Promise<void>;
}

/** The published code on a backend of its own, which a test may fill. */
export async function startPlatformWithBackend(
  options: Pick<Parameters<typeof startOwnPlatform>[0], 'environment' | 'nodeArgs'> = {},
): Promise<PlatformWithBackend> {
  const platform = await startOwnPlatform({ dataDir: dataDirOfPlatform(), ...options });
  return { platform, backend: platform.backend, stop: platform.stop };
}
