import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { memoryPath, readLastGood } from '../../registry/memory.ts';
import { NO_KEYS, readTrustedKeys } from '../../registry/provenance/keys.ts';
import { type RegistryBackend, startRegistryBackend } from '../../registry/testing/registry-backend.ts';
import { by, release } from '../../registry/testing/release.ts';
import { makeKey, publishSigned } from '../../registry/testing/signing.ts';
import { silentConsole, temporaryFolder } from '../testing/temporary.ts';
import { followRegistry } from './registry-source.ts';

const key = makeKey();
const keys = readTrustedKeys({ TRUSTED_KEYS: `mf-blog:${key.publicKey}` });

let opened: RegistryBackend;
beforeAll(async () => {
  opened = await startRegistryBackend();
});
afterAll(() => opened.close());

let dataDir: string;
let warned: ReturnType<typeof silentConsole>;
beforeEach(async () => {
  await opened.empty();
  silentConsole();
  warned = silentConsole('warn');
  dataDir = await temporaryFolder();
});

const blog = (version: string) => release('mf-blog', version, '/');
function follow(trustedKeys = keys) {
  let notify = () => {};
  const { supabase } = opened.access;
  const source = followRegistry(
    { port: 3000, dataDir, siteUrl: 'http://site', supabase, trustedKeys },
    opened.access,
    (listener) => {
      notify = listener;
    },
  );
  const live = async () => (await source.current())?.defaultSet.platform.remotes['mf-blog']?.version;
  return {
    ...source,
    live,
    async next() {
      notify();
      return live();
    },
  };
}
async function ship(version: string, number?: number): Promise<void> {
  if (number === undefined) await opened.registry.publish(blog(version));
  else await publishSigned(opened.registry, blog(version), number, key);
  await opened.registry.promote(blog(version), by);
}
const remembered = async () => JSON.parse(await readFile(memoryPath(dataDir), 'utf8'))['mf-blog'].number;

test('a shell without a signed release serves nothing and reports the problem', async () => {
  await ship('1');
  const shell = follow();
  expect(await shell.current()).toBeNull();
  expect(shell.problem()).toBe('no release of the registry is signed by a trusted key');
});

test('a shell remembers its number over a restart and logs where it began', async () => {
  await ship('1', 10);
  const shell = follow();
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
  const again = follow();
  expect(await again.live()).toBe('3');
  expect((await again.current())?.refused).toEqual(['mf-blog@1']);
});

test('what a shell served before keys were trusted stays live, and is signed anew at any time', async () => {
  await ship('1');
  const before = follow(NO_KEYS);
  await before.live();
  await vi.waitFor(async () => expect((await readLastGood(dataDir))?.remotes['mf-blog']?.live.version).toBe('1'));
  const shell = follow();
  expect(await shell.live()).toBe('1');
  await ship('2');
  expect(await shell.next()).toBe('1');
  await publishSigned(opened.registry, blog('2'), 10, key);
  expect(await shell.next()).toBe('2');
});

test('a shell whose memory is damaged serves nothing and says which file that is', async () => {
  await ship('1', 10);
  await writeFile(memoryPath(dataDir), '{"mf-blog":');
  const shell = follow();
  expect(await shell.current()).toBeNull();
  expect(shell.problem()).toContain(`${memoryPath(dataDir)} is damaged`);
});
