import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type PublicKey, type SigningKey, signingKeyFrom } from '../registry/provenance/keys.ts';
import { releaseHash } from '../registry/provenance/release-text.ts';
import { signersOf, statementBy } from '../registry/provenance/statements.ts';
import type { DeployTarget } from '../registry/registry.ts';
import type { Statement } from '../registry/schema.ts';
import type { Named } from './command.ts';

const HOUR_MS = 60 * 60 * 1_000;

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

/**
 * The clock's milliseconds, so that numbers grow without a counter; a second key signs the number of the first. Only
 * statements that a key of the remote signed count: the registry stores others, too.
 */
function nextNumber(highest: number, own: readonly Statement[]): number {
  const latest = Math.max(0, ...own.map(({ number }) => number));
  if (latest > 0 && latest === highest) return latest;
  return Math.max(Date.now(), highest + 1);
}

/** Without `TRUSTED_KEYS` nothing can be verified: numbers of the clock count then, so that a second key finds the first. */
function verifiedBy(
  keys: readonly PublicKey[] | undefined,
  remote: string,
  statements: readonly Statement[],
  own: SigningKey,
): readonly Statement[] {
  if (!keys) return statements.filter(({ number }) => number <= Date.now() + HOUR_MS);
  return statements.filter((one) => signersOf(remote, [one], [...keys, own.publicKey]).length > 0);
}

/** Adds a signed statement about a published version; the same key signs the same statement once. */
export async function signStatement(
  { registry, trustedKeys }: Pick<DeployTarget, 'registry' | 'trustedKeys'>,
  { release, published }: Named,
  kind: Statement['kind'],
  key: SigningKey,
) {
  const { name, version } = release;
  const hash = releaseHash(release);
  const verified = verifiedBy(trustedKeys.byRemote.get(name), name, published.all_statements, key);
  const own = verified.filter((one) => one.version === version && one.kind === kind && one.hash === hash);
  const number = nextNumber(Math.max(0, ...verified.map((one) => one.number)), own);
  const signed = own.filter((one) => one.number === number);
  if (signersOf(name, signed, [key.publicKey]).length === 0)
    await registry.addStatement(name, statementBy(key, name, { kind, version, hash, number }));
  return { remote: name, version, hash, number, key: key.publicKey.text };
}
