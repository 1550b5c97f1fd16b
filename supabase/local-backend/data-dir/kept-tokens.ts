import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** By whom such tokens are, in the database. */
export const OF_THIS_MACHINE = 'the embedded platform';

/** Whose tokens the machine of an embedded platform needs, where its registry is in the database. */
const KINDS = ['operator', 'shell'];

async function isValid(token: string, database: Database): Promise<boolean> {
  const found = await database.query(
    `select from private.deploy_tokens
     where hash = sha256(convert_to($1, 'UTF8')) and revoked_at is null and expires_at > now()`,
    [token],
  );
  return found.length > 0;
}

async function keepToken(kind: string, dataDir: string, database: Database): Promise<void> {
  const file = join(dataDir, `${kind}-token`);
  if (existsSync(file) && (await isValid(readFileSync(file, 'utf8').trim(), database))) return;
  const [made] = await database.query<{ token: string }>(
    "select private.make_token($1, null, '{}', null, $2) as token",
    [kind, OF_THIS_MACHINE],
  );
  if (made) writeFileAtomically(file, `${made.token}\n`);
}

/**
 * Keeps, in the data directory, the tokens of who may read it: an operator's, with which commands on this machine act,
 * and a shell's. Files whose tokens the database does not know, of another one or revoked, get new ones.
 */
export async function keepTokens(dataDir: string, database: Database): Promise<void> {
  for (const kind of KINDS) await keepToken(kind, dataDir, database);
}
