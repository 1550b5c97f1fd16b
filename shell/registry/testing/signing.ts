import { createKey, type SigningKey, signingKeyFrom } from '../provenance/keys.ts';
import { releaseHash, statementBy } from '../provenance/statements.ts';
import type { PlatformRegistry } from '../registry.ts';
import type { Release, Statement } from '../schema.ts';

export interface TestKey {
  readonly pem: string;
  readonly publicKey: string;
  readonly key: SigningKey;
}

export function makeKey(): TestKey {
  const { pem, publicKey } = createKey();
  return { pem, publicKey, key: signingKeyFrom(pem, 'a key of a test') };
}

/** A statement about a release, as `remote sign` and `remote revoke` make it. */
export function statementFor(
  release: Release,
  { key }: TestKey,
  number: number,
  kind: Statement['kind'] = 'allow',
): Statement {
  const { name, version } = release;
  return statementBy(key, name, { kind, version, hash: releaseHash(release), number });
}

/** Publishes a release and signs it by these keys. */
export async function publishSigned(
  registry: PlatformRegistry,
  release: Release,
  number: number,
  ...keys: readonly TestKey[]
): Promise<void> {
  await registry.publish(release);
  for (const key of keys) await registry.addStatement(release.name, statementFor(release, key, number));
}
