import { createHash } from 'node:crypto';
import type { Release } from '../schema.ts';

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
