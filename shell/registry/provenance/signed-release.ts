import { list, readSettings } from '@ki/shared/process/settings.ts';
import { z } from 'zod';
import type { Registry, RegistryRemote, Release } from '../schema.ts';
import { keyName, type PublicKey, publicKeyFrom, signerOf } from './minisign.ts';

const EXPECTED = 'expected public keys of minisign like RWS…, separated by commas';

export const trustedKeys = list.transform((texts, context): readonly PublicKey[] => {
  const keys = texts.map(publicKeyFrom);
  if (keys.some((key) => key === null)) context.addIssue(EXPECTED);
  return keys.filter((key) => key !== null);
});

export const readTrustedKeys = (environment: NodeJS.ProcessEnv): readonly PublicKey[] =>
  readSettings(z.object({ TRUSTED_KEYS: trustedKeys }), environment).TRUSTED_KEYS;

/** Sorts keys, so that the signed bytes are the same everywhere. */
const inOrder = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

export const releaseText = ({ signature: _, ...release }: Release) => `${JSON.stringify(release, inOrder, 2)}\n`;

export const signerOfRelease = (release: Release, keys: readonly PublicKey[]): PublicKey | null =>
  release.signature === undefined ? null : signerOf(Buffer.from(releaseText(release)), release.signature, keys);

export function assertTrusted(release: Release, keys: readonly PublicKey[]): void {
  if (keys.length === 0 || signerOfRelease(release, keys)) return;
  const expected = keys.map(({ id }) => keyName(id)).join(', ');
  const found = release.signature === undefined ? 'is not signed' : 'is not signed by a trusted key';
  throw new Error(`${release.name}@${release.version} ${found}; expected a signature by one of: ${expected}`);
}

function trustedRemote(remote: RegistryRemote, keys: readonly PublicKey[]): RegistryRemote | null {
  const isTrusted = (release: Release) => signerOfRelease(release, keys) !== null;
  const { canary, ...others } = remote;
  const [live, ...previous] = [remote.live, ...remote.previous].filter(isTrusted);
  if (!live) return null;
  return { ...others, live, previous, ...(canary && isTrusted(canary.release) && { canary }) };
}

const shown = ({ live, canary }: RegistryRemote) => [live, ...(canary ? [canary.release] : [])];

/** The part of a registry that trusted keys have signed; `refused` names the releases that are left out. */
export function trustedPart(registry: Registry, keys: readonly PublicKey[]) {
  if (keys.length === 0) return { registry, refused: [] };
  const all = Object.entries(registry.remotes);
  const trusted = all.flatMap(([name, remote]) => {
    const part = trustedRemote(remote, keys);
    return part ? [[name, part] as const] : [];
  });
  const refused = all
    .flatMap(([, remote]) => shown(remote))
    .filter((release) => !signerOfRelease(release, keys))
    .map(({ name, version }) => `${name}@${version}`);
  if (trusted.length === 0 && all.length > 0) throw new Error('no release of the registry is signed by a trusted key');
  return { registry: { ...registry, remotes: Object.fromEntries(trusted) }, refused };
}
