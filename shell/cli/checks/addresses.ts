import { afterPromoting } from '../../registry/moves.ts';
import { assertRegistry } from '../../registry/registry-file.ts';
import type { Check } from './subject.ts';

/** What the remote owns is owned by nobody else. */
export const addresses: Check = ({ registry, release }) => {
  assertRegistry(afterPromoting(registry, release));
  return [...release.routes, ...(release.resources ?? [])].join(' ');
};
