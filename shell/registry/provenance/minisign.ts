/** Signatures in minisign's format, which `minisign -Vm FILE` verifies too: https://jedisct1.github.io/minisign/ */
import { createHash, createPublicKey, sign as ed25519Sign, verify } from 'node:crypto';
import type { SigningKey } from './secret-key.ts';

const UNTRUSTED = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';
const ED25519 = 'Ed';
/** The algorithm id of a signature over the hash of a file, minisign's default. */
const PREHASHED = 'ED';
const ALGORITHM_BYTES = 2;
const ID_BYTES = 8;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The DER header of an Ed25519 public key, which Node.js needs before the bytes. */
const DER = Buffer.from('302a300506032b6570032100', 'hex');

export interface PublicKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

export const keyName = (id: Buffer) => Buffer.from(id).reverse().toString('hex').toUpperCase();

const hashOf = (content: Buffer) => createHash('blake2b512').update(content).digest();

export function publicKeyFrom(text: string): PublicKey | null {
  const bytes = Buffer.from(text, 'base64');
  const isKey = bytes.length === ALGORITHM_BYTES + ID_BYTES + KEY_BYTES && bytes.toString('latin1', 0, 2) === ED25519;
  if (!isKey || bytes.toString('base64') !== text) return null;
  return { id: bytes.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES), key: bytes.subarray(-KEY_BYTES) };
}

/** Signs a content; `comment` is signed too. Returns the text of a `.minisig` file. */
export function signatureOf(content: Buffer, { id, key }: SigningKey, comment: string): string {
  const signature = ed25519Sign(null, hashOf(content), key);
  const commented = ed25519Sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const first = Buffer.concat([Buffer.from(PREHASHED), id, signature]).toString('base64');
  return [`${UNTRUSTED}signature of ${keyName(id)}`, first, TRUSTED + comment, commented.toString('base64'), ''].join(
    '\n',
  );
}

export function signerOf(content: Buffer, signatureFile: string, keys: readonly PublicKey[]): PublicKey | null {
  const [, first = '', commentLine = '', second = ''] = signatureFile.split(/\r?\n/);
  const bytes = Buffer.from(first, 'base64');
  const isSignature = bytes.length === ALGORITHM_BYTES + ID_BYTES + SIGNATURE_BYTES;
  if (!isSignature || bytes.toString('latin1', 0, 2) !== PREHASHED || !commentLine.startsWith(TRUSTED)) return null;
  const id = bytes.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  const commented = Buffer.concat([signature, Buffer.from(commentLine.slice(TRUSTED.length))]);

  const isOf = ({ key: raw }: PublicKey) => {
    const key = createPublicKey({ key: Buffer.concat([DER, raw]), format: 'der', type: 'spki' });
    return verify(null, hashOf(content), key, signature) && verify(null, commented, key, Buffer.from(second, 'base64'));
  };
  return keys.find((known) => known.id.equals(id) && isOf(known)) ?? null;
}
