import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseAccess } from '../../shell/registry/database/call.ts';
import { databaseRegistry } from '../../shell/registry/database/database-registry.ts';
import { createToken } from '../../shell/registry/database/rights.ts';
import type { PlatformRegistry } from '../../shell/registry/platform-registry.ts';
import { readRegistry } from '../../shell/registry/registry-file.ts';
import { startTestBackend } from '../../supabase/local-backend/testing.ts';
import { startOwnPlatform } from '../platform/own-platform.ts';
import { copyPublished, dataDirOfPlatform } from '../platform/running-platform.ts';

/** A platform whose registry is in its database, with what the platform under test has live. */
export interface OperatorPlatform {
  readonly url: string;
  /** With an operator's rights. */
  readonly registry: PlatformRegistry;
  /** Publishes what is live of a remote as another version, and returns that. */
  readonly publishAgain: (remote: string, version: string) => Promise<string>;
  /** Which version of a remote visitors get. */
  readonly versionOf: (remote: string) => Promise<string | undefined>;
  readonly stop: () => Promise<void>;
}

const by = { author: 'e2e', reason: 'live on the platform under test' };

export async function startOperatorPlatform(): Promise<OperatorPlatform> {
  const backend = await startTestBackend();
  const { url, publishableKey: key } = backend;
  const [made] = await backend.database.query<{ token: string }>('select private.operator_token() as token');
  const operator: DatabaseAccess = { supabase: { url, key }, token: made?.token ?? '' };
  const registry = databaseRegistry(operator);
  const { remotes } = await readRegistry(dataDirOfPlatform());
  for (const { live } of Object.values(remotes)) {
    await registry.publish(live);
    await registry.promote(live, by);
  }

  const dataDir = await mkdtemp(path.join(tmpdir(), 'operator-'));
  await copyPublished(dataDir);
  await writeFile(path.join(dataDir, 'backend.json'), JSON.stringify({ url, key }));
  const SHELL_TOKEN = await createToken(operator, { team: null, may: [], days: null });
  const platform = await startOwnPlatform({ dataDir, environment: { REGISTRY: 'database', SHELL_TOKEN } });

  return {
    url: platform.url,
    registry,
    async publishAgain(remote, version) {
      const live = (await registry.read()).remotes[remote]?.live;
      if (!live) throw new Error(`${remote} is not live`);
      const store = path.join(platform.dataDir, 'store', remote);
      await cp(path.join(store, live.version), path.join(store, version), { recursive: true });
      await registry.publish({ ...live, version });
      return version;
    },
    async versionOf(remote) {
      const answer = await fetch(`${platform.url}/platform.json`);
      return (await answer.json()).remotes[remote]?.version;
    },
    async stop() {
      await platform.stop();
      await backend.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
