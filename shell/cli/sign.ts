import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type SigningKey, signingKeyFrom } from '../registry/provenance/keys.ts';
import { releaseHash } from '../registry/provenance/release-text.ts';
import { signersOf, statementBy } from '../registry/provenance/statements.ts';
import type { PlatformRegistry, Published } from '../registry/registry.ts';
import type { Statement } from '../registry/schema.ts';
import type { Named } from './command.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export async function signingKeyIn(root: string, option: string, file: unknown): Promise<SigningKey> {
  if (typeof file !== 'string' || !file) {
    throw new Error(`--${option} is missing; expected the file of a secret key, of pnpm remote key create`);
  }
  const place = path.resolve(root, file);
  const pem = await readFile(place, 'utf8').catch(() => {
    throw new Error(`${place} cannot be read; expected the file of a secret key, of pnpm remote key create`);
  });
  return signingKeyFrom(pem, place);
}

/** The clock's milliseconds, so that numbers grow without a counter; a second key signs the number of the first. */
function nextNumber({ highest }: Published, own: readonly Statement[]): number {
  const latest = Math.max(0, ...own.map(({ number }) => number));
  if (latest > 0 && latest === highest) return latest;
  if (highest > Date.now() + DAY_MS) {
    throw new Error(`the registry names the number ${highest}; expected one of milliseconds up to now`);
  }
  return Math.max(Date.now(), highest + 1);
}

/** Adds a signed statement about a published version; the same key signs the same statement once. */
export async function signStatement(
  registry: PlatformRegistry,
  { release, published }: Named,
  kind: Statement['kind'],
  key: SigningKey,
) {
  const { name, version } = release;
  const hash = releaseHash(release);
  const own = published.statements.filter((one) => one.kind === kind && one.hash === hash);
  const number = nextNumber(published, own);
  const signed = own.filter((one) => one.number === number);
  if (signersOf(name, signed, [key.publicKey]).length === 0)
    await registry.addStatement(name, statementBy(key, name, { kind, version, hash, number }));
  return { remote: name, version, hash, number, key: key.publicKey.text };
}
