import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../supabase/local-backend/testing.ts';
import { FIRST_REMOTES } from '../first-remotes.mjs';
import { SHELL_ADDRESSES } from '../patterns.ts';
import type { PlatformRegistry } from '../platform-registry.ts';
import { describeCounts } from '../testing/canary-counts.ts';
import { describeMoves } from '../testing/moves.ts';
import {
  FINE_RESOURCES,
  OF_THE_SHELL,
  ONE_ADDRESS,
  REFUSED_RESOURCES,
  TWO_ADDRESSES,
} from '../testing/pattern-cases.ts';
import { by, release } from '../testing/release.ts';
import type { DatabaseAccess } from './call.ts';
import { databaseRegistry } from './database-registry.ts';
import { createToken } from './rights.ts';

let backend: TestBackend;
let access: DatabaseAccess;
let registry: PlatformRegistry;
/** With the rights of a shell. */
let shell: PlatformRegistry;

beforeAll(async () => {
  backend = await startTestBackend({ seed: false, databaseUrl: process.env.TEST_DATABASE_URL });
  const [made] = await backend.database.query<{ token: string }>('select private.operator_token() as token');
  access = { supabase: { url: backend.url, key: backend.publishableKey }, token: made?.token ?? '' };
  registry = databaseRegistry(access);
  const token = await createToken(access, { team: null, may: [], days: null });
  shell = databaseRegistry({ ...access, token });
});
beforeEach(() =>
  backend.database.execute(
    'truncate private.remotes, private.releases, private.release_history, private.version_counts',
  ),
);
afterAll(() => backend.close());

describeMoves('a registry in a database', () => registry);
describeCounts(
  'a registry in a database',
  () => registry,
  () => shell,
);

async function ship(name: string, routes: readonly string[], resources: readonly string[] = []): Promise<void> {
  const shipped = { ...release(name, '1', ...routes), resources: [...resources] };
  await registry.publish(shipped);
  await registry.promote(shipped, by);
}

describe('address patterns', () => {
  test.each(ONE_ADDRESS)('%s and %s are one address', async (one, other) => {
    await ship('mf-one', [one]);
    const as = one === other ? '' : ` as ${one}`;
    await expect(ship('mf-other', [other])).rejects.toThrow(`mf-other claims ${other}, which mf-one owns${as}`);
  });

  test.each(TWO_ADDRESSES)('%s and %s are two', async (one, other) => {
    await ship('mf-one', [one]);
    await ship('mf-other', [other]);
    expect(Object.keys((await registry.read()).remotes).sort()).toEqual(['mf-one', 'mf-other']);
  });

  test.each(OF_THE_SHELL)('%s is the shell’s', (pattern) =>
    expect(ship('mf-one', [pattern])).rejects.toThrow(`mf-one claims ${pattern}, but the shell`),
  );

  test('the shell’s are those that it answers', async () => {
    const [found] = await backend.database.query('select private.shell_addresses() as addresses');
    expect(found).toEqual({ addresses: SHELL_ADDRESSES });
  });

  const shipAll = async (owned: readonly string[]) => {
    await ship('mf-one', ['/post/:slug']);
    await ship('mf-other', ['/files/*']);
    for (const [index, pattern] of owned.entries()) await ship(`mf-${index}`, [`/page-${index}`], [pattern]);
  };
  test.each(REFUSED_RESOURCES)('%j is refused', (owned, message) => expect(shipAll(owned)).rejects.toThrow(message));
  test.each(FINE_RESOURCES.map((owned) => [owned]))('%j is fine', (owned) =>
    expect(shipAll(owned)).resolves.toBeUndefined(),
  );

  test('a page in front of another remote’s resource is refused too', async () => {
    await ship('mf-one', ['/page'], ['/files/a.png']);
    await expect(ship('mf-other', ['/files/*'])).rejects.toThrow(
      "mf-one claims /files/a.png, but mf-other's page /files/* is answered there",
    );
  });
});

test('the first remotes have the slots on which they are served', async () => {
  for (const name of [...FIRST_REMOTES].reverse()) await ship(name, [`/${name}`]);
  const { remotes } = await registry.read();
  expect(FIRST_REMOTES.map((name) => remotes[name]?.slot)).toEqual([1, 2, 3, 4]);
});

test('moves at once are all made, one after the other', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `mf-r${index}`);
  await Promise.all(names.map((name) => ship(name, [`/${name}`])));
  const { remotes } = await registry.read();
  expect(Object.keys(remotes).sort()).toEqual([...names].sort());
  expect(new Set(Object.values(remotes).map(({ slot }) => slot)).size).toBe(12);
});

test('what was never published cannot go live', async () => {
  await expect(registry.promote(release('mf-one', '1', '/one'), by)).rejects.toThrow(
    'mf-one has no published version "1"',
  );
});

test('without a database the reason says so', async () => {
  const nowhere = databaseRegistry({ ...access, supabase: { url: 'http://127.0.0.1:1', key: 'none' } });
  await expect(nowhere.read()).rejects.toThrow();
});
