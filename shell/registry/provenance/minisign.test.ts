/** The fixtures are from Debian's minisign 0.11: keys with and without the password `pw`, and their signatures. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keyName, publicKeyFrom, signatureOf, signerOf } from './minisign.ts';
import { signingKeyFrom } from './secret-key.ts';

const textOf = (file: string) => readFileSync(path.join(import.meta.dirname, 'testing', 'minisign', file), 'utf8');
const content = Buffer.from(textOf('signed.txt'));

function publicKey(name: string) {
  const key = publicKeyFrom(textOf(`${name}.pub`).split('\n')[1] ?? '');
  if (!key) throw new Error(`${name}.pub is no key`);
  return key;
}
const [open, encrypted] = [publicKey('open'), publicKey('encrypted')];
const both = [encrypted, open];

const asked = (password: string) => async () => password;
const unasked = async () => expect.unreachable('no password should be requested');

test.each([
  ['open', open],
  ['encrypted', encrypted],
])("minisign's signature by the %s key is that key's", (name, key) => {
  expect(signerOf(content, textOf(`${name}.minisig`), both)).toBe(key);
  expect(signerOf(content, textOf(`${name}.minisig`).replaceAll('\n', '\r\n'), both)).toBe(key);
});

test.each([
  ['a changed content', Buffer.from('{"a":2}\n'), textOf('open.minisig'), both],
  ['a key that is not trusted', content, textOf('open.minisig'), [encrypted]],
  ['no key', content, textOf('open.minisig'), []],
  ['a changed comment', content, textOf('open.minisig').replace('mf-blog', 'mf-evil'), both],
  ['a legacy signature without the hash', content, textOf('legacy.minisig'), both],
  ['another key with the same id', content, textOf('open.minisig'), [{ ...encrypted, id: open.id }]],
  ['an empty signature', content, '', both],
  ['a malformed signature', content, 'untrusted comment: x\nRUQ=\ntrusted comment: x\nAAAA\n', both],
])('%s has no trusted signer', (_what, signed, signature, keys) => {
  expect(signerOf(signed, signature, keys)).toBeNull();
});

test.each([
  ['open', unasked],
  ['encrypted', asked('pw')],
])(
  'signatures by the %s key equal those of minisign, byte for byte',
  async (name, password) => {
    const key = await signingKeyFrom(textOf(`${name}.key`), password);
    const [, ...lines] = signatureOf(content, key, 'mf-blog@1.0.0').split('\n');
    expect(lines).toEqual(textOf(`${name}.minisig`).split('\n').slice(1));
  },
  60_000,
);

test('a wrong password and a malformed key are refused', async () => {
  await expect(signingKeyFrom(textOf('encrypted.key'), asked('other'))).rejects.toThrow('password of the key is wrong');
  await expect(signingKeyFrom(textOf('open.pub'), unasked)).rejects.toThrow('no secret key of minisign');
  expect(publicKeyFrom('RWQ=')).toBeNull();
  expect(publicKeyFrom(textOf('open.pub'))).toBeNull();
}, 60_000);

test('a key id is shown as minisign shows it', () => {
  expect(textOf('open.pub')).toContain(`minisign public key ${keyName(open.id)}\n`);
});
