import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createKey, type PublicKey, type SigningKey, signingKeyFrom } from '../../registry/provenance/keys.ts';
import { releaseHash, signersOf, statementBy } from '../../registry/provenance/statements.ts';
import type { DeployTarget } from '../../registry/registry.ts';
import type { Statement } from '../../registry/schema.ts';
import { type Command, type Named, publishedName, releaseFor } from '../command.ts';

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

export const keyCreateCommand: Command = {
  args: ['FILE'],
  isOfSources: true,
  summary: 'writes a new secret key and prints its public key, for TRUSTED_KEYS',
  async run({ args: [file = ''], root }) {
    const { pem, publicKey } = createKey();
    const place = path.resolve(root, file);
    await writeFile(place, pem, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST')
        throw new Error(`${place} exists; expected a file that does not, keys are not replaced`);
      throw error;
    });
    return { lines: [publicKey], json: { done: 'created', key: publicKey } };
  },
};

const statementCommand = (kind: Statement['kind'], done: string, summary: string): Command => ({
  args: ['NAME@VERSION'],
  summary,
  options: { key: { type: 'string', value: 'FILE', help: 'a secret key of pnpm remote key create' } },
  async run(invocation) {
    const { options, root } = invocation;
    const secret = await signingKeyIn(root, 'key', options.key);
    const signed = await signStatement(invocation, await releaseFor(invocation), kind, secret);
    const numbered = kind === 'allow' ? ` with the number ${signed.number} by ${signed.key}` : '';
    return { lines: [`${done} ${signed.remote}@${signed.version}${numbered}`], json: { done, ...signed } };
  },
});

export const signCommand = statementCommand(
  'allow',
  'signed',
  'signs a published version, or signs it anew, so that shells with TRUSTED_KEYS serve it',
);

export const revokeCommand = statementCommand(
  'revoke',
  'revoked',
  'revokes a published version for good: shells with TRUSTED_KEYS serve it only once it is signed anew',
);

export const statementsCommand: Command = {
  args: ['NAME'],
  summary: 'lists the signed statements about a remote; --prune deletes those that no key in TRUSTED_KEYS signed',
  options: { prune: { type: 'boolean', help: 'for operators: delete what no key verifies' } },
  async run(invocation) {
    const { options, registry, trustedKeys } = invocation;
    const name = await publishedName(invocation);
    const keys = trustedKeys.byRemote.get(name) ?? [];
    const { all_statements: statements } = await registry.readRelease(name, '');
    const judged = statements.map((one) => ({ ...one, signer: signersOf(name, [one], keys)[0] }));
    const unverified = judged.filter(({ signer }) => !signer);
    if (options.prune && keys.length === 0)
      throw new Error(`TRUSTED_KEYS names no key of ${name}; expected its keys, or every statement would be deleted`);
    const signatures = unverified.map(({ signature }) => signature);
    const deleted = options.prune ? await registry.pruneStatements(name, signatures) : 0;
    const lines = judged.map(
      ({ kind, version, number, signer }) =>
        `${kind} ${name}@${version} ${number} by ${signer ? signer.text : 'no key in TRUSTED_KEYS'}`,
    );
    return {
      lines: options.prune ? [`deleted ${deleted} statements about ${name} that no key verifies`] : lines,
      json: { statements: statements.length, unverified: unverified.length, deleted },
    };
  },
};
