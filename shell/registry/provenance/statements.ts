import { createHash, sign, verify } from 'node:crypto';
import type { Release, Statement } from '../schema.ts';
import { keysWanted, type PublicKey, type SigningKey } from './keys.ts';

/** Sorts keys, so that the text is the same everywhere: a database sorts keys of its own. */
const inOrder = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The canonical form of a release document. */
export const releaseText = (release: Release) => `${JSON.stringify(release, inOrder, 2)}\n`;

export const releaseHash = (release: Release) => createHash('sha256').update(releaseText(release)).digest('hex');

/** Whether two documents describe the same files. The same content may be built again elsewhere, at another time. */
export function isSameBuild({ provenance: _one, ...one }: Release, { provenance: _other, ...other }: Release): boolean {
  return releaseText(one) === releaseText(other);
}

type Claim = Omit<Statement, 'signature'>;

/** The signed bytes. The remote is part of them: a key of one remote signs nothing of another. */
const textOf = (remote: string, { kind, version, hash, number }: Claim) =>
  Buffer.from(`release statement 1\n${kind} ${remote}@${version}\n${hash}\n${number}\n`);

export const statementBy = ({ key }: SigningKey, remote: string, claim: Claim): Statement => ({
  ...claim,
  signature: sign(null, textOf(remote, claim), key).toString('base64url'),
});

export const signersOf = (
  remote: string,
  statements: readonly Statement[],
  keys: readonly PublicKey[],
): readonly PublicKey[] =>
  keys.filter(({ key }) =>
    statements.some((one) => verify(null, textOf(remote, one), key, Buffer.from(one.signature, 'base64url'))),
  );

const sameClaim = ({ kind, version, hash, number }: Claim) => [kind, version, hash, number].join(' ');

/** The claims that as many keys of the remote have signed as it wants. */
export function verifiedClaims(
  remote: string,
  statements: readonly Statement[],
  keys: readonly PublicKey[],
): readonly Claim[] {
  const claims = [...Map.groupBy(statements, sameClaim).values()];
  return claims
    .filter((signed) => signersOf(remote, signed, keys).length >= keysWanted(remote))
    .flatMap(([claim]) => (claim ? [claim] : []));
}

const highest = (claims: readonly Claim[]) => Math.max(0, ...claims.map(({ number }) => number));

/** The highest number that allows this very document; 0 for none. */
export function numberOf(release: Release, claims: readonly Claim[]): number {
  const own = claims.filter(({ kind, version }) => kind === 'allow' && version === release.version);
  if (own.length === 0) return 0;
  const hash = releaseHash(release);
  return highest(own.filter((claim) => claim.hash === hash));
}

export const revocationOf = ({ version }: Release, claims: readonly Claim[]): number =>
  highest(claims.filter((claim) => claim.kind === 'revoke' && claim.version === version));
