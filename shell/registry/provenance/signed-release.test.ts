import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Registry, RegistryRemote, Release } from '../schema.ts';
import { canaryOf, release } from '../testing/release.ts';
import { keyName, type PublicKey, signatureOf } from './minisign.ts';
import { type SigningKey, signingKeyFrom } from './secret-key.ts';
import { assertTrusted, readTrustedKeys, releaseText, trustedPart } from './signed-release.ts';

const textOf = (file: string) => readFileSync(path.join(import.meta.dirname, 'testing', 'minisign', file), 'utf8');
const [ours, theirs] = ['open', 'encrypted'].map((name) => textOf(`${name}.pub`).split('\n')[1] ?? '');

let key: SigningKey;
let trusted: readonly PublicKey[];
beforeAll(async () => {
  key = await signingKeyFrom(textOf('open.key'), async () => '');
  trusted = readTrustedKeys({ TRUSTED_KEYS: `${theirs}, ${ours}` });
});

const plain = (version: string, name = 'mf-blog') => release(name, version, `/${name}`);
function signed(version: string, name = 'mf-blog'): Release {
  const made = plain(version, name);
  return { ...made, signature: signatureOf(Buffer.from(releaseText(made)), key, version) };
}
const entry = (live: Release, previous: Release[] = [], more: Partial<RegistryRemote> = {}): RegistryRemote => ({
  portOffset: 1,
  live,
  previous,
  history: [],
  ...more,
});
const registryOf = (remotes: Registry['remotes']): Registry => ({ remotes, retired: {}, pending: {} });

test('trusted keys are read from TRUSTED_KEYS, and malformed ones are refused', () => {
  expect(readTrustedKeys({})).toEqual([]);
  expect(trusted).toHaveLength(2);
  expect(() => readTrustedKeys({ TRUSTED_KEYS: `${ours},mine` })).toThrow('TRUSTED_KEYS: expected public keys');
});

describe('a release', () => {
  test('with the signature of a trusted key is trusted, whatever the order of its fields', () => {
    const { name, version, ...others } = signed('1');
    expect(() => assertTrusted(signed('1'), trusted)).not.toThrow();
    expect(() => assertTrusted({ ...others, version, name }, trusted)).not.toThrow();
  });

  test.each([
    ['without a signature', () => plain('1'), 'mf-blog@1 is not signed; expected'],
    [
      'with the signature of another release',
      () => ({ ...plain('2'), signature: signed('1').signature }),
      'is not signed by a',
    ],
    ['that was changed after signing', () => ({ ...signed('1'), staffOnly: true }), 'is not signed by a trusted key'],
  ])('%s is not trusted', (_what, made, message) => {
    expect(() => assertTrusted(made() as Release, trusted)).toThrow(message);
    expect(() => assertTrusted(made() as Release, [])).not.toThrow();
  });

  test('is not trusted by another key', () => {
    const others = trusted.filter(({ id }) => !id.equals(key.id));
    expect(() => assertTrusted(signed('1'), others)).toThrow(keyName(others[0]?.id ?? Buffer.alloc(8)));
  });
});

describe('the trusted part of a registry', () => {
  test('is all of it where no key is trusted', () => {
    const registry = registryOf({ 'mf-blog': entry(plain('1')) });
    expect(trustedPart(registry, [])).toEqual({ registry, refused: [] });
  });

  test('has the newest signed version in place of an unsigned live one', () => {
    const remote = entry(plain('3'), [plain('2'), signed('1')], { canary: canaryOf(plain('4'), 10) });
    const { registry, refused } = trustedPart(registryOf({ 'mf-blog': remote }), trusted);
    expect(registry.remotes['mf-blog']).toEqual(entry(signed('1')));
    expect(refused).toEqual(['mf-blog@3', 'mf-blog@4']);
  });

  test('keeps a signed canary and leaves out a remote without a signed version', () => {
    const remotes = {
      'mf-blog': entry(signed('1'), [], { canary: canaryOf(signed('2'), 10) }),
      'mf-new': entry(plain('1', 'mf-new')),
    };
    const { registry, refused } = trustedPart(registryOf(remotes), trusted);
    expect(registry.remotes).toEqual({ 'mf-blog': remotes['mf-blog'] });
    expect(refused).toEqual(['mf-new@1']);
  });

  test('is an error when no release is signed', () => {
    expect(() => trustedPart(registryOf({ 'mf-blog': entry(plain('1')) }), trusted)).toThrow('no release');
    expect(trustedPart(registryOf({}), trusted).refused).toEqual([]);
  });
});
