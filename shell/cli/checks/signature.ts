import { keyName } from '../../registry/provenance/minisign.ts';
import { assertTrusted, signerOfRelease } from '../../registry/provenance/signed-release.ts';
import type { Check } from './subject.ts';

/** Where the platform trusts keys, one of them signed the release. */
export const signature: Check = ({ release, trustedKeys }) => {
  assertTrusted(release, trustedKeys);
  const signer = signerOfRelease(release, trustedKeys);
  if (signer) return `by ${keyName(signer.id)}`;
  return release.signature ? 'by a key that nobody named here' : 'none, and none is asked for';
};
