import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileRegistry } from '../../registry/file-registry.ts';
import { signatureOf } from '../../registry/provenance/minisign.ts';
import { releaseText } from '../../registry/provenance/signed-release.ts';
import { by, release } from '../../registry/testing/release.ts';
import { followRegistry } from './live-registry.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const id = Buffer.from('12345678');
const trustedKeys = [{ id, key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) }];

let dataDir: string;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dataDir = await mkdtemp(path.join(tmpdir(), 'signed-lineups-'));
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
const follow = () =>
  followRegistry({ port: 3000, dataDir, siteUrl: 'http://site', supabase: { url: 'http://db', key: '' }, trustedKeys });
const promote = (made: ReturnType<typeof blog>) => fileRegistry(dataDir).promote(made, by);

test('a shell that trusts keys serves what one of them signed, whatever the registry says', async () => {
  await promote(signed('1'));
  const source = follow();
  expect((await source.current())?.usual.platform.remotes['mf-blog']?.version).toBe('1');
  await promote(blog('2'));
  const lineups = await source.current();
  expect(lineups?.usual.platform.remotes['mf-blog']?.version).toBe('1');
  expect(lineups?.refused).toEqual(['mf-blog@2']);
  await promote(signed('3'));
  expect((await source.current())?.usual.platform.remotes['mf-blog']?.version).toBe('3');
});

test('a shell with nothing that is signed serves nothing, and says why', async () => {
  await promote(blog('1'));
  const source = follow();
  expect(await source.current()).toBeNull();
  expect(source.problem()).toBe('no release of the registry is signed by a trusted key');
});
