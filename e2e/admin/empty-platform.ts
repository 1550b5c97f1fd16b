import { paths } from '../../shared/contract/paths.ts';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';

export interface EmptyPlatform extends Pick<OwnPlatform, 'url'> {
  readonly database: TestBackend['database'];
  /** Makes the invitation that a start prints while nobody is staff, and later one like an operator's. */
  invitation(): Promise<string>;
  stop(): Promise<void>;
}

/** The published code on a database that began with `SEED=none`. */
export async function startEmptyPlatform(): Promise<EmptyPlatform> {
  const backend = await startTestBackend({ seed: false });
  const platform = await startOwnPlatform({ dataDir: dataDirOfPlatform(), backend });
  return {
    url: platform.url,
    database: backend.database,
    async invitation() {
      const [row] = await backend.database.query<{ token: string }>(
        'select coalesce(private.invite_first(), private.invite()) as token',
      );
      return platform.url + paths.invitation(row?.token ?? '');
    },
    async stop() {
      await platform.stop();
      await backend.close();
    },
  };
}
