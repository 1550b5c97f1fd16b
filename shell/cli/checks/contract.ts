import type { Check } from './subject.ts';

/** Shell and remote agree on what they know of each other. */
export const contract: Check = ({ release, shell }) => {
  if (release.contract !== shell.contract) {
    throw new Error(`the release speaks contract ${release.contract}; expected ${shell.contract}, as the shell`);
  }
  return String(release.contract);
};
