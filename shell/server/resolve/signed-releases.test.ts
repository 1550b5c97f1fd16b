import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signatureOf } from '../../registry/provenance/minisign.ts';
import { releaseText } from '../../registry/provenance/signed-release.ts';
import { type RegistryBackend, startRegistryBackend } from '../../registry/testing/registry-backend.ts';
import { by, release } from '../../registry/testing/release.ts';
import { followRegistry } from './registry-source.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const id = Buffer.from('12345678');
const trustedKeys = [{ id, key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) }];

let opened: RegistryBackend;
beforeAll(async () => {
  opened = await startRegistryBackend();
});
afterAll(() => opened.close());

let dataDir: string;
beforeEach(async () => {
  await opened.empty();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dataDir = await mkdtemp(path.join(tmpdir(), 'signed-releases-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true, maxRetries: 5 });
});

const blog = (version: string) => release('mf-blog', version, '/');
function signed(version: string) {
  const text = Buffer.from(releaseText(blog(version)));
  return { ...blog(version), signature: signatureOf(text, { id, key: privateKey }, version) };
}
function follow() {
  let notify = () => {};
  const { supabase } = opened.access;
  const source = followRegistry(
    { port: 3000, dataDir, siteUrl: 'http://site', supabase, trustedKeys },
    opened.access,
    (listener) => {
      notify = listener;
    },
  );
  return { ...source, notify: () => notify() };
}
async function promote(made: ReturnType<typeof blog>): Promise<void> {
  await opened.registry.publish(made);
  await opened.registry.promote(made, by);
}

test('a shell with trusted keys serves only signed releases, even if the registry has newer ones', async () => {
  await promote(signed('1'));
  const source = follow();
  expect((await source.current())?.defaultSet.platform.remotes['mf-blog']?.version).toBe('1');
  await promote(blog('2'));
  source.notify();
  const releaseSets = await source.current();
  expect(releaseSets?.defaultSet.platform.remotes['mf-blog']?.version).toBe('1');
  expect(releaseSets?.refused).toEqual(['mf-blog@2']);
  await promote(signed('3'));
  source.notify();
  expect((await source.current())?.defaultSet.platform.remotes['mf-blog']?.version).toBe('3');
});

test('a shell without a signed release serves nothing and reports the problem', async () => {
  await promote(blog('1'));
  const source = follow();
  expect(await source.current()).toBeNull();
  expect(source.problem()).toBe('no release of the registry is signed by a trusted key');
});
