import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKey, readTrustedKeys, signingKeyFrom } from './keys.ts';

const [one, two, three] = [createKey(), createKey(), createKey()].map(({ publicKey }) => publicKey);
const read = (text: string) => readTrustedKeys({ TRUSTED_KEYS: text });
const FORM = 'expected keys by remote, separated by commas, like mf-blog:KEY,mf-admin:KEY1,mf-admin:KEY2';

test('keys belong to remotes', () => {
  const { isStated, byRemote } = read(`mf-blog:${one}, mf-admin:${two},mf-admin:${three}`);
  const texts = [...byRemote].map(([remote, keys]) => [remote, keys.map(({ text }) => text)]);
  expect({ isStated, texts }).toEqual({
    isStated: true,
    texts: [
      ['mf-blog', [one]],
      ['mf-admin', [two, three]],
    ],
  });
});

test('unset states nothing, none states that no signature is wanted', () => {
  expect(readTrustedKeys({})).toEqual({ isStated: false, byRemote: new Map() });
  expect(read('none')).toEqual({ isStated: true, byRemote: new Map() });
});

test.each([
  [`mf-blog:${one},mf-admin:${two}`, 'mf-admin has one key and wants signatures of two different ones'],
  [`mf-admin:${two},mf-admin:${two}`, 'mf-admin has one key and wants signatures of two different ones'],
  ['RWSGUH55jQyystsAdsGCT0tRVbJ7Nc9bYlSyMbtjzP3XwQkKDmv4m7H9', 'is a key of minisign, which is not read any more'],
  [one ?? '', 'is no key of a remote'],
  [`mf-blog:${one},none`, '"none" is no key of a remote'],
  [`mf-blog:${one}x`, 'is no key of a remote'],
])('%s is refused, and the error shows the form', (text, fault) => {
  expect(() => read(text)).toThrow(fault);
  expect(() => read(text)).toThrow(FORM);
});

test('a secret key is read from its file, and a fault names the file and not the key', () => {
  const { pem, publicKey } = createKey();
  expect(signingKeyFrom(pem, 'team.key').publicKey.text).toBe(publicKey);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' });
  for (const text of ['secret', String(rsa)]) {
    expect(() => signingKeyFrom(text, 'team.key')).toThrow(
      /^team\.key is no secret key; expected a file of pnpm remote key create$/,
    );
  }
});
