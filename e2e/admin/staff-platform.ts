import { paths } from '../../shared/contract/paths.ts';
import {
  startTestBackend,
  type TestBackend,
  type TestBackendOptions,
} from '../../supabase/local-backend/fixtures/test-backend.ts';
import { startOwnPlatform } from '../platform/own-platform.ts';

/** The published code on a backend of its own, whose sign-up is by invitation. */
export interface StaffPlatform {
  readonly url: string;
  readonly database: TestBackend['database'];
  /** Invites as the operator does, or as a start does while nobody is staff, and returns the link. */
  readonly invite: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** With `seed: false` on a database that began with `SEED=none`. */
export async function startStaffPlatform(options: TestBackendOptions = {}): Promise<StaffPlatform> {
  const backend = await startTestBackend(options);
  const { database } = backend;
  await database.query(`update private.settings set sign_up = 'invited'`);
  const { url, stop } = await startOwnPlatform({ backend });
  return {
    url,
    database,
    async invite() {
      const [row] = await database.query<{ token: string }>(
        'select coalesce(private.invite_first(), private.invite(null)) as token',
      );
      return url + paths.invitation(row?.token ?? '');
    },
    async stop() {
      await stop();
      await backend.close();
    },
  };
}
