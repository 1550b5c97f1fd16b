import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileRegistry } from '../../shell/registry/file-registry.ts';
import { openRegistry } from '../../shell/registry/open-registry.ts';
import type { PlatformRegistry } from '../../shell/registry/platform-registry.ts';
import { keepLastGood, registryPath, updateRegistry } from '../../shell/registry/registry-file.ts';
import { BackendProcess } from '../../supabase/local-backend/testing.ts';
import { sqlOf } from './platform-sql.ts';

/** A registry that a test may move at will, with what the running platform has live, and the backend beside it. */
export interface OwnRegistry {
  readonly supabase: { readonly url: string; readonly key: string };
  /** With an operator's rights. */
  readonly moves: PlatformRegistry;
  /** Takes a remote out as if it had never been live. */
  readonly forget: (remote: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const DATABASE = { REGISTRY: 'database' };

/** A copy of the file, on the backend that runs already. */
async function inFile(from: string, dataDir: string): Promise<OwnRegistry> {
  await cp(registryPath(from), registryPath(dataDir));
  return {
    supabase: JSON.parse(await readFile(path.join(from, 'backend.json'), 'utf8')),
    moves: fileRegistry(dataDir),
    async forget(remote) {
      await updateRegistry(dataDir, ({ remotes: { [remote]: _, ...remotes }, ...rest }) => ({ ...rest, remotes }));
    },
    stop: async () => undefined,
  };
}

/** Tables of a database of its own: whoever shared the running one would move what others test. */
async function inDatabase(from: string, dataDir: string): Promise<OwnRegistry> {
  const backend = new BackendProcess({ ...DATABASE, DATA_DIR: dataDir });
  await backend.logged('ready');
  const moves = await openRegistry(dataDir, DATABASE);
  const { remotes } = await (await openRegistry(from, DATABASE)).read();
  for (const { live } of Object.values(remotes)) {
    await moves.publish(live);
    await moves.promote(live, { author: 'test', reason: 'live on the platform under test' });
  }
  // As a machine has it that ran before: by this the remotes are served.
  await keepLastGood(dataDir, await moves.read());
  const sql = await sqlOf(dataDir);
  return {
    supabase: JSON.parse(await readFile(path.join(dataDir, 'backend.json'), 'utf8')),
    moves,
    async forget(remote) {
      await sql`delete from private.remotes where name = ${remote}`;
    },
    async stop() {
      await sql.end();
      await backend.kill('SIGTERM');
    },
  };
}

/** Gives a data folder a registry of the kind that `REGISTRY` names for the whole run. */
export const startOwnRegistry = (from: string, dataDir: string): Promise<OwnRegistry> =>
  process.env.REGISTRY === 'database' ? inDatabase(from, dataDir) : inFile(from, dataDir);
