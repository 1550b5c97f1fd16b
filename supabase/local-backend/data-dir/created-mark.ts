import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A file in the folder of a database, from the moment at which it was completely created. */
export const CREATED = 'created';

export class UnmarkedDatabase extends Error {
  override name = 'UnmarkedDatabase';
}

/** Refuses a folder in which there is data, as `evidence` shows, but not the mark: it may be what is left of a database. */
export function requireMark(folder: string, evidence: string): void {
  if (existsSync(join(folder, CREATED)) || !existsSync(evidence)) return;
  throw new UnmarkedDatabase(
    `${folder} holds a database without the file "${CREATED}" that a complete one has; nothing was touched. ` +
      'If all of it is there, make an empty file of that name in it. Else move the folder away, and restore a backup.',
  );
}
