import { existsSync } from 'node:fs';
import path from 'node:path';

/** The error for data of a version before 8e5b85fd. */
export const ofEarlierVersion = (what: string): string =>
  `${what} is of a version of the platform before 8e5b85fd, and this version does not read it. Start commit ` +
  '8e5b85fd once with it and save a new backup there first; docs/run.md has the steps. Nothing was changed.';

/** The error for a `DATA_DIR` whose registry is a file that was not imported into the database; `null` for others. */
export function unimportedRegistry(dataDir: string): string | null {
  const file = path.join(dataDir, 'registry.json');
  return existsSync(file) && !existsSync(`${file}.imported`) ? ofEarlierVersion(file) : null;
}
