import { until } from '../../shared/testing/until.ts';
import { backendOn } from '../../shell/cli/registry-access.ts';
import { keepLastGood, readLastGood } from '../../shell/registry/memory.ts';
import {
  type DatabaseAccess,
  openRegistry,
  overHttp,
  type PlatformRegistry,
  readDocument,
} from '../../shell/registry/registry.ts';
import type { RegistryDocument } from '../../shell/registry/schema.ts';
import type { TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';

/** A registry that a test may change, with the running platform's live releases. */
export interface OwnRegistry {
  /** Its backend, with the demo content. */
  readonly backend: TestBackend;
  /** An operator's token. */
  readonly access: DatabaseAccess;
  readonly registry: PlatformRegistry;
  readonly shellToken: string;
  /** Reads the registry as a shell does. */
  readonly document: () => Promise<RegistryDocument>;
  /** Removes a remote and its history. */
  readonly forget: (remote: string) => Promise<void>;
}

/** The registry of the platform that runs on a data folder, with the rights of its operator. */
export const registryOf = async (dataDir: string): Promise<PlatformRegistry> =>
  openRegistry(overHttp(await backendOn(dataDir)));

const BY = { author: 'test', reason: 'live on the platform under test' };

/** Promotes the live releases of the platform on the data folder `from` in a backend. */
export async function fillRegistry(backend: TestBackend, from: string): Promise<OwnRegistry> {
  const [made] = await backend.database.query<{ token: string }>('select shipping.operator_token() as token');
  const supabase = { url: backend.url, key: backend.publishableKey };
  const access = { supabase, token: made?.token ?? '' };
  const registry = openRegistry(overHttp(access));
  const { remotes } = await (await registryOf(from)).read();
  for (const { live } of Object.values(remotes)) {
    await registry.publish(live);
    await registry.promote(live, BY);
  }
  const shellToken = await registry.createToken(null, [], null);
  return {
    backend,
    access,
    registry,
    shellToken,
    async document() {
      const found = await readDocument(overHttp({ supabase, token: shellToken }), null);
      if (!found) throw new Error('there is no registry');
      return found.document;
    },
    async forget(remote) {
      await backend.database.query('delete from shipping.remotes where name = $1', [remote]);
    },
  };
}

/** Writes the copy of the registry to a data folder, where its asset servers read it. */
export const keepCopy = async (dataDir: string, { document }: OwnRegistry): Promise<void> =>
  keepLastGood(dataDir, await document());

/** Waits until the shell on a data folder has the current registry. */
export const untilInForce = (dataDir: string, { document }: OwnRegistry): Promise<void> =>
  until(`the shell on ${dataDir} has its registry`, async () => {
    const known = await readLastGood(dataDir).catch(() => null);
    // A shell that starts may write the registry, too: the present one counts.
    return JSON.stringify(known) === JSON.stringify(await document());
  });
