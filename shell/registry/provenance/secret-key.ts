import { createPrivateKey, createPublicKey, type KeyObject, scryptSync } from 'node:crypto';

export interface SigningKey {
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** The DER header of an Ed25519 private key, which Node.js needs before the bytes. */
const DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const ED25519 = 'Ed';
const SCRYPT = 'Sc';
const NONE = '\0\0';
const BLAKE2B = 'B2';

const AT = { kdf: 2, checksum: 4, salt: 6, operations: 38, memory: 46, secret: 54, end: 158 };
const ID_BYTES = 8;
const SEED_BYTES = 32;
const PUBLIC_BYTES = 32;
const BLOCK_SIZE = 8;
const LARGEST_MEMORY = 2 ** 31;

function scryptCosts(operations: number, memory: number): { cost: number; parallelization: number } {
  const most = Math.max(32_768, operations);
  const bound = most < memory / 32 ? most / (BLOCK_SIZE * 4) : memory / (BLOCK_SIZE * 128);
  const exponent = Math.max(1, Math.floor(Math.log2(bound)));
  const cost = 2 ** exponent;
  if (most < memory / 32) return { cost, parallelization: 1 };
  const rounds = Math.min(most / 4 / cost, 0x3fffffff);
  return { cost, parallelization: Math.max(1, Math.floor(rounds / BLOCK_SIZE)) };
}

function decrypted(secret: Buffer, bytes: Buffer, password: string): Buffer {
  const operations = Number(bytes.readBigUInt64LE(AT.operations));
  const memory = Number(bytes.readBigUInt64LE(AT.memory));
  if (memory > LARGEST_MEMORY) throw new Error('the key wants more memory to be decrypted than there may be');
  const { cost, parallelization } = scryptCosts(operations, memory);
  const options = { cost, blockSize: BLOCK_SIZE, parallelization, maxmem: 2 * LARGEST_MEMORY };
  const stream = scryptSync(password, bytes.subarray(AT.salt, AT.operations), secret.length, options);
  return Buffer.from(secret.map((byte, index) => byte ^ (stream[index] ?? 0)));
}

/** Reads minisign's secret key file; asks for the password of an encrypted one only. Errors never contain the key. */
export async function signingKeyFrom(file: string, password: () => Promise<string>): Promise<SigningKey> {
  const bytes = Buffer.from(file.split(/\r?\n/)[1] ?? '', 'base64');
  const algorithms = bytes.toString('latin1', 0, AT.salt);
  const kdf = algorithms.slice(AT.kdf, AT.checksum);
  const isKey = bytes.length === AT.end && algorithms.startsWith(ED25519) && algorithms.endsWith(BLAKE2B);
  if (!isKey || ![SCRYPT, NONE].includes(kdf)) throw new Error('that is no secret key of minisign');

  const stored = bytes.subarray(AT.secret);
  const secret = kdf === SCRYPT ? decrypted(stored, bytes, await password()) : stored;
  const id = secret.subarray(0, ID_BYTES);
  const seed = secret.subarray(ID_BYTES, ID_BYTES + SEED_BYTES);
  const key = createPrivateKey({ key: Buffer.concat([DER, seed]), format: 'der', type: 'pkcs8' });
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES);
  if (!own.equals(secret.subarray(ID_BYTES + SEED_BYTES, ID_BYTES + SEED_BYTES + PUBLIC_BYTES))) {
    throw new Error(kdf === SCRYPT ? 'the password of the key is wrong' : 'the key is damaged');
  }
  return { id, key };
}
