import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { list } from '@ki/shared/process/setting-types.ts';
import { readSettings } from '@ki/shared/process/settings.ts';
import { z } from 'zod';

export interface PublicKey {
  /** The 32 bytes of the key in base64url. */
  readonly text: string;
  readonly key: KeyObject;
}

export interface TrustedKeys {
  /** `false` while TRUSTED_KEYS is unset; `none` states that no signature is wanted. */
  readonly isStated: boolean;
  readonly byRemote: ReadonlyMap<string, readonly PublicKey[]>;
}

export const NO_KEYS: TrustedKeys = { isStated: false, byRemote: new Map() };
export const areWanted = ({ byRemote }: TrustedKeys): boolean => byRemote.size > 0;

/** Remotes whose code runs with the rights of staff want signatures of two keys. */
const TWO_KEYS = ['mf-admin'];
export const keysWanted = (remote: string): number => (TWO_KEYS.includes(remote) ? 2 : 1);

const NONE = 'none';
const EXPECTED =
  'expected keys by remote, separated by commas, like mf-blog:KEY,mf-admin:KEY1,mf-admin:KEY2, as pnpm remote key create prints them, or none';

export const publicKeyFrom = (text: string): PublicKey => ({
  text,
  key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' }),
});

const textOf = (key: KeyObject) => key.export({ format: 'jwk' }).x ?? '';

function faultIn(text: string): string | null {
  if (/^RW[A-Za-z0-9+/]{54}$/.test(text)) return `${text} is a key of minisign, which is not read any more`;
  return /^mf-[a-z0-9-]+:[\w-]{43}$/.test(text) ? null : `"${text}" is no key of a remote`;
}

export const trustedKeys = list.transform((texts, context): TrustedKeys => {
  if (texts.length === 1 && texts[0] === NONE) return { isStated: true, byRemote: new Map() };
  const fault = texts.map(faultIn).find((found) => found !== null);
  if (fault) {
    context.addIssue(`${fault}; ${EXPECTED}`);
    return z.NEVER;
  }
  const pairs = texts.map((text) => text.split(':') as [string, string]);
  const named = Map.groupBy(pairs, ([remote]) => remote);
  const byRemote = new Map(
    [...named].map(([remote, own]) => [remote, [...new Set(own.map(([, key]) => key))].map(publicKeyFrom)]),
  );
  const [lacking] = [...byRemote].filter(([remote, keys]) => keys.length < keysWanted(remote));
  if (lacking) context.addIssue(`${lacking[0]} has one key and wants signatures of two different ones; ${EXPECTED}`);
  return { isStated: texts.length > 0, byRemote };
});

export const readTrustedKeys = (environment: NodeJS.ProcessEnv): TrustedKeys =>
  readSettings(z.object({ TRUSTED_KEYS: trustedKeys }), environment).TRUSTED_KEYS;

/** A new secret key as PEM, with its public key. */
export function createKey(): { readonly pem: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { pem: String(privateKey.export({ format: 'pem', type: 'pkcs8' })), publicKey: textOf(publicKey) };
}

export interface SigningKey {
  readonly key: KeyObject;
  readonly publicKey: PublicKey;
}

/** Reads a secret key. Errors never contain it. */
export function signingKeyFrom(pem: string, source: string): SigningKey {
  const expected = `${source} is no secret key; expected a file of pnpm remote key create`;
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error(expected);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(expected);
  return { key, publicKey: publicKeyFrom(textOf(createPublicKey(key))) };
}
