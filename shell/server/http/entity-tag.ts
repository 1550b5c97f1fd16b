import { createHash } from 'node:crypto';

/** The tag of what is the same to whoever reads it; weak, as one text is sent in several encodings. */
export function entityTag(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

const TAGS = /(?:W\/)?("[^"]*")/g;
const opaque = (tag: string) => tag.replace(/^W\//, '');

/** Whether an `If-None-Match` names a tag, as `*` does any; compared weakly (RFC 9110, section 13.1.2). */
export function namesTag(header: string, tag: string): boolean {
  if (header === tag || header.trim() === '*') return true;
  return [...header.matchAll(TAGS)].some(([, named]) => named === opaque(tag));
}
