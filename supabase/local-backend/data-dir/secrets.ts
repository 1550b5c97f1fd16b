import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '@ki/shared/process/files.ts';
import type { Database } from '../database/database.ts';
import { newSecret } from '../keys.ts';

export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'jwt-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = newSecret();
  await writeDurably(file, `${secret}\n`);
  return secret;
}

export const THIS_MACHINE = 'the embedded platform';

async function isValid(token: string, database: Database): Promise<boolean> {
  const found = await database.query(
    `select from shipping.deploy_tokens
     where hash = sha256(convert_to($1, 'UTF8')) and revoked_at is null and expires_at > now()`,
    [token],
  );
  return found.length > 0;
}

export async function storeTokens(dataDir: string, database: Database): Promise<void> {
  for (const kind of ['operator', 'shell', 'pictures', 'sources']) {
    const file = join(dataDir, `${kind}-token`);
    if (existsSync(file) && (await isValid(readFileSync(file, 'utf8').trim(), database))) continue;
    const [made] = await database.query<{ token: string }>(
      "select shipping.make_token($1, null, '{}', null, $2) as token",
      [kind, THIS_MACHINE],
    );
    if (made) await writeDurably(file, `${made.token}\n`);
  }
}
