import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lastGoodPath, memoryPath, readLastGood } from '../../registry/memory.ts';
import { NO_KEYS, readTrustedKeys } from '../../registry/provenance/keys.ts';
import { type DatabaseAccess, overHttp, readDocument } from '../../registry/registry.ts';
import { type RegistryBackend, startRegistryBackend } from '../../registry/testing/registry-backend.ts';
import { by, release } from '../../registry/testing/release.ts';
import { makeKey, publishSigned } from '../../registry/testing/signing.ts';
import { silentConsole, temporaryServer } from '../testing/temporary.ts';
import { followRegistry, type RegistrySource } from './registry-source.ts';
import type { ReleaseSets } from './release-set.ts';

/** The machine may be busy. */
const PATIENCE = { timeout: 20_000 };

let opened: RegistryBackend;
let access: DatabaseAccess;
beforeAll(async () => {
  opened = await startRegistryBackend();
  access = opened.access;
});
afterAll(() => opened.close());

let dataDir: string;
let logged: ReturnType<typeof silentConsole>;
beforeEach(async () => {
  await opened.empty();
  logged = silentConsole();
  dataDir = folderOfTest();
});

const NOWHERE = { url: 'http://127.0.0.1:1', key: 'none' };

function follow(from = access, trustedKeys = NO_KEYS) {
  let listener = () => {};
  const config = { port: 3000, dataDir, siteUrl: 'http://site', supabase: from.supabase, trustedKeys };
  const made: ReleaseSets[] = [];
  const takeListener = (given: () => void) => {
    listener = given;
  };
  const source = followRegistry(config, from, takeListener, (sets) => made.push(sets));
  return { source, notify: () => listener(), made };
}

const live = async (source: RegistrySource) =>
  (await source.current())?.defaultSet.live.get('mf-blog')?.release.version;

async function promote(version: string): Promise<void> {
  const { registry } = opened;
  const given = release('mf-blog', version, '/');
  await registry.publish(given);
  await registry.promote(given, by);
}

const document = async () => {
  const found = await readDocument(overHttp(access), null);
  if (!found) throw new Error('there is no registry');
  return found.document;
};

/** A database that responds to each query on request of the test. */
async function slowDatabase() {
  const questions: ServerResponse[] = [];
  const url = await temporaryServer((_request, response) => void questions.push(response));
  return {
    access: { ...access, supabase: { ...access.supabase, url } },
    asked: () => questions.length,
    /** Responds to the nth query. */
    async answer(nth: number, version: string): Promise<void> {
      await promote(version);
      questions[nth - 1]?.end(JSON.stringify({ version, registry: await document() }));
    },
  };
}

test('a malformed release of one team stops no other: a fresh shell starts, and others go back and revoke', async () => {
  const { registry, backend } = opened;
  const other = release('mf-other', '1', '/other');
  await registry.publish(other);
  await registry.promote(other, by);
  for (const version of ['1', '2']) await promote(version);
  await backend.database.execute(`
    alter table shipping.releases disable trigger user;
    update shipping.releases set document = jsonb_set(document, '{routes}', '["/a b"]') where remote = 'mf-other';
    alter table shipping.releases enable trigger user;
    update shipping.registry_version set version = gen_random_uuid()`);
  const { source } = follow();
  expect(await live(source)).toBe('2');
  expect(source.problem()).toBeNull();
  expect((await source.current())?.malformed).toEqual([expect.stringContaining('mf-other: live.routes.0')]);
  expect(await registry.rollback('mf-blog', by)).toBe('1');
  const signature = 'S'.repeat(86);
  const statement = { version: '2', kind: 'revoke', hash: '0'.repeat(64), number: 1, signature } as const;
  await registry.addStatement('mf-blog', statement);
  await vi.waitFor(async () => expect(await live(source)).toBe('1'), PATIENCE);
  expect(await live(follow().source)).toBe('1');
});

test('a live release of before with other letters is in force, and named', async () => {
  await promote('1');
  await opened.backend.database.execute(`
    alter table shipping.releases disable trigger user;
    update shipping.releases set document = document || '{"routes": ["/über"]}';
    alter table shipping.releases enable trigger user;
    update shipping.registry_version set version = gen_random_uuid()`);
  const { source } = follow();
  expect(await live(source)).toBe('1');
  expect(await source.current()).toMatchObject({
    malformed: [],
    outside: ['mf-blog@1: routes.0: expected a pattern of ASCII characters'],
  });
});

test('after a notification the next request gets the change', async () => {
  await promote('1');
  const { source, notify } = follow();
  expect(await live(source)).toBe('1');
  for (const version of ['2', '3', '4']) {
    await promote(version);
    notify();
    expect(await live(source)).toBe(version);
  }
});

test('each new registry is told once, before it is in force, and an unchanged one keeps its release sets', async () => {
  await promote('1');
  const { source, notify, made } = follow();
  const before = await source.current();
  notify();
  expect(await source.current()).toBe(before);
  expect(made.map(({ needs }) => needs)).toEqual([[expect.objectContaining({ version: '1', reason: 'live' })]]);
  await promote('2');
  notify();
  await source.current();
  expect(made).toHaveLength(2);
  expect(await source.current()).toBe(made[1]);
});

test('a change without a notification is found by polling', async () => {
  await promote('5');
  const { source } = follow();
  expect(await live(source)).toBe('5');
  await promote('6');
  await expect.poll(() => live(source), PATIENCE).toBe('6');
});

test('no request waits for a slow database longer than a second', async () => {
  const database = await slowDatabase();
  const { source, notify } = follow(database.access);
  await expect.poll(database.asked, PATIENCE).toBe(1);
  await database.answer(1, '7');
  expect(await live(source)).toBe('7');

  notify();
  expect(await live(source)).toBe('7');
  // The query is still in flight, and no other one gets a response.
  await database.answer(2, '8');
  await expect.poll(() => live(source), PATIENCE).toBe('8');
});

/** Waits until a version is in the last good copy, which a restart would use. */
const expectSaved = (version: string) =>
  vi.waitFor(
    async () => expect((await readLastGood(dataDir))?.remotes['mf-blog']?.live.version).toBe(version),
    PATIENCE,
  );

describe('without a database', () => {
  const restart = () => follow({ ...access, supabase: NOWHERE });

  test('a shell starts with the last good registry, reports the problem, and keeps serving it', async () => {
    await promote('9');
    await live(follow().source);
    await expectSaved('9');
    expect((await stat(lastGoodPath(dataDir))).mode & 0o777).toBe(0o600);
    const { source, notify } = restart();
    expect(await live(source)).toBe('9');
    notify();
    expect(await live(source)).toBe('9');
    expect(source.problem()).toContain('failed');
  });

  test('a shell without a copy has no registry and reports the problem', async () => {
    const { source } = restart();
    expect(await source.current()).toBeNull();
    expect(source.problem()).toContain('failed');
  });

  test.each([
    ['cut off', '{ half a docu', 'registry.last-good.json is not JSON: '],
    ['empty', '', 'registry.last-good.json is not JSON: '],
    ['of another schema', '{"schema":2,"remotes":{}}', 'registry.last-good.json has schema 2; expected 1'],
    ['of another kind', '{"schema":1,"remotes":{"mf-blog":{}}}', 'has no readable remote: mf-blog: slot: '],
  ])('a shell with a copy that is %s has no registry, and says that the copy is broken', async (_how, text, fault) => {
    await writeFile(lastGoodPath(dataDir), text);
    const { source } = restart();
    expect(await source.current()).toBeNull();
    expect(source.problem()).toContain('failed; its last good copy cannot be used either: ');
    expect(source.problem()).toContain(fault);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('pages answer 503'));
  });
});

test('an empty registry is an error: the last good one stays in force, if there is one', async () => {
  const { source, notify } = follow();
  expect(await source.current()).toBeNull();
  expect(source.problem()).toContain('the registry is empty');
  await promote('1');
  notify();
  expect(await live(source)).toBe('1');
  expect(source.problem()).toBeNull();
  await opened.empty();
  notify();
  expect(await live(source)).toBe('1');
  expect(source.problem()).toContain('the registry is empty');
});

test('after quick changes the newest registry is the saved one', async () => {
  const { source, notify } = follow();
  for (const version of ['1', '2', '3', '4', '5']) {
    await promote(version);
    notify();
    await live(source);
  }
  await expectSaved('5');
});

test('a valid registry is in force even if its copy cannot be saved', async () => {
  await mkdir(lastGoodPath(dataDir));
  await promote('1');
  const { source } = follow();
  expect(await live(source)).toBe('1');
  expect(source.problem()).toBeNull();
});

test('the registry states where remotes without an origin are served, by default at the shell’s host', async () => {
  await promote('1');
  const address = async () => {
    const { source } = follow();
    return (await source.current())?.defaultSet.platform.remotes['mf-blog']?.entry;
  };
  expect(await address()).toBe('http://127.0.0.1:3001/1/web/remoteEntry.js');
  await opened.registry.serveAt('http://127.0.0.1:4000');
  expect(await address()).toBe('http://127.0.0.1:4001/1/web/remoteEntry.js');
});

test('the end of the token is known once the registry was read', async () => {
  await promote('1');
  const token = await opened.registry.createToken(null, [], 3);
  const { source } = follow({ ...access, token });
  expect(await live(source)).toBe('1');
  const days = ((source.tokenEndsAt() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(2);
  expect(days).toBeLessThanOrEqual(3);
  const [endless] = await opened.backend.database.query<{ token: string }>(
    "select shipping.make_token('shell', null, '{}', null, 'test') as token",
  );
  const { source: forever } = follow({ ...access, token: endless?.token ?? '' });
  expect(await live(forever)).toBe('1');
  expect(forever.tokenEndsAt()).toBeNull();
});

describe('where keys are trusted', () => {
  const key = makeKey();
  const keys = readTrustedKeys({ TRUSTED_KEYS: `mf-blog:${key.publicKey}` });
  let warned: ReturnType<typeof silentConsole>;
  beforeEach(() => {
    warned = silentConsole('warn');
  });
  const blog = (version: string) => release('mf-blog', version, '/');
  function started(trusted = keys) {
    const { source, notify } = follow(access, trusted);
    const next = async () => {
      notify();
      return live(source);
    };
    return { ...source, live: () => live(source), next };
  }
  const remembered = async () => JSON.parse(await readFile(memoryPath(dataDir), 'utf8'))['mf-blog'].number;
  async function ship(version: string, number: number): Promise<void> {
    await publishSigned(opened.registry, blog(version), number, key);
    await opened.registry.promote(blog(version), by);
  }

  test('a shell without a signed release serves nothing and reports the problem', async () => {
    await promote('1');
    const shell = started();
    expect(await shell.current()).toBeNull();
    expect(shell.problem()).toBe('no release of the registry is signed by a trusted key');
  });

  test('a shell remembers its number over a restart and logs where it began', async () => {
    await ship('1', 10);
    const shell = started();
    await shell.live();
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('the highest of the registry count: mf-blog 10'));
    await ship('2', 20);
    await shell.next();
    await ship('3', 30);
    expect(await shell.next()).toBe('3');
    expect(await remembered()).toBe(30);
    expect((await stat(memoryPath(dataDir))).mode & 0o777).toBe(0o600);
    // A registry that knows nothing newer than 1 is that of a thief, or an old backup.
    await opened.empty();
    await ship('1', 10);
    const again = started();
    expect(await again.live()).toBe('3');
    expect((await again.current())?.refused).toEqual(['mf-blog@1']);
  });

  test('what a shell served before keys were trusted stays live, and is signed anew at any time', async () => {
    await promote('1');
    const before = started(NO_KEYS);
    await before.live();
    await expectSaved('1');
    const shell = started();
    expect(await shell.live()).toBe('1');
    await promote('2');
    expect(await shell.next()).toBe('1');
    await publishSigned(opened.registry, blog('2'), 10, key);
    expect(await shell.next()).toBe('2');
  });

  test('a shell whose memory is damaged serves nothing and says which file that is', async () => {
    await ship('1', 10);
    await writeFile(memoryPath(dataDir), '{"mf-blog":');
    const shell = started();
    expect(await shell.current()).toBeNull();
    expect(shell.problem()).toContain(`${memoryPath(dataDir)} is damaged`);
  });
});
