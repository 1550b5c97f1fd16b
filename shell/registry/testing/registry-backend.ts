import { startTestBackend, type TestBackend } from '../../../supabase/local-backend/fixtures/test-backend.ts';
import { type DatabaseAccess, openRegistry, overHttp, type PlatformRegistry } from '../registry.ts';

export interface RegistryBackend {
  readonly backend: TestBackend;
  /** An operator's token. */
  readonly access: DatabaseAccess;
  readonly registry: PlatformRegistry;
  readonly shellToken: string;
  /** Removes all releases, and with them every live release. */
  readonly empty: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A backend for tests of its registry, by default without content. */
export async function startRegistryBackend(seed: 'demo' | false = false): Promise<RegistryBackend> {
  const backend = await startTestBackend({ seed });
  const [made] = await backend.database.query<{ token: string }>('select shipping.operator_token() as token');
  const access = { supabase: { url: backend.url, key: backend.publishableKey }, token: made?.token ?? '' };
  const registry = openRegistry(overHttp(access));
  return {
    backend,
    access,
    registry,
    shellToken: await registry.createToken(null, [], null),
    empty: () =>
      // Truncating takes the time of a new file for each table; triggers refuse what deletes releases.
      backend.database.execute(`
        set local session_replication_role = replica;
        delete from shipping.remotes;
        delete from shipping.releases;
        delete from shipping.release_history;
        delete from shipping.version_counts;
        delete from shipping.statements;
        update shipping.registry_version set version = gen_random_uuid(), served_at = null`),
    close: () => backend.close(),
  };
}
