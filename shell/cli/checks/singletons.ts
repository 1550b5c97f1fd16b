import semver from 'semver';
import type { Check } from './subject.ts';

/** What the remote expects the shell to bring, the shell brings. */
export const singletons: Check = ({ release, shell }) => {
  const wanted = Object.entries(release.singletons);
  if (wanted.length === 0) throw new Error('the release does not state for which versions it was built');
  const wrong = wanted.flatMap(([name, range]) => {
    const provided = shell.singletons[name];
    if (provided && semver.satisfies(provided, range)) return [];
    return [`${name} ${range} is wanted, the shell has ${provided ? provided : 'none'}`];
  });
  if (wrong.length > 0) throw new Error(wrong.join(', '));
  return wanted.map(([name, range]) => `${name} ${range}`).join(', ');
};
