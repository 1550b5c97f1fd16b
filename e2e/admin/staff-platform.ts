import { cp } from 'node:fs/promises';
import path from 'node:path';
import { paths } from '../../shared/contract/paths.ts';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';

/** The published code on a backend whose sign-up is by invitation, with a registry that operators may change. */
export interface StaffPlatform extends Pick<OwnPlatform, 'url' | 'stop'> {
  readonly database: TestBackend['database'];
  /** Invites as the operator does, or as a start does while nobody is staff, and returns the link. */
  readonly invite: (email?: string) => Promise<string>;
  /** Publishes a remote's live release as another version. */
  readonly publishAgain: (remote: string, version: string) => Promise<void>;
  /** Begins a canary of a version that was published so. */
  readonly startCanary: (remote: string, version: string) => Promise<void>;
  /** The version of a remote that visitors get. */
  readonly versionOf: (remote: string) => Promise<string | undefined>;
}

/** With `seed: false` on a database that began with `SEED=none`. */
export async function startStaffPlatform(options: { readonly seed?: false } = {}): Promise<StaffPlatform> {
  const backend = await startTestBackend(options);
  const { database } = backend;
  await database.query(`update private.settings set sign_up = 'invited'`);
  const { url, registry, dataDir, stop } = await startOwnPlatform({ dataDir: dataDirOfPlatform(), backend });
  const liveOf = async (remote: string) => {
    const live = (await registry.read()).remotes[remote]?.live;
    if (!live) throw new Error(`${remote} is not live`);
    return live;
  };
  return {
    url,
    database,
    async invite(email = '') {
      const [row] = await database.query<{ token: string }>(
        "select coalesce(private.invite_first(), private.invite(nullif($1, ''))) as token",
        [email],
      );
      return url + paths.invitation(row?.token ?? '');
    },
    async publishAgain(remote, version) {
      const live = await liveOf(remote);
      const store = path.join(dataDir, 'store', remote);
      await cp(path.join(store, live.version), path.join(store, version), { recursive: true });
      await registry.publish({ ...live, version });
    },
    async startCanary(remote, version) {
      await registry.canary({ ...(await liveOf(remote)), version }, 1, { author: 'e2e', reason: 'Vergleich' });
    },
    async versionOf(remote) {
      const answer = await fetch(`${url}/platform.json`);
      return (await answer.json()).remotes[remote]?.version;
    },
    async stop() {
      await stop();
      await backend.close();
    },
  };
}
