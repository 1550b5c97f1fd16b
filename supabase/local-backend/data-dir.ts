import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '@ki/shared/process/files.ts';
import { takeLock } from '@ki/shared/process/lock.ts';
import type { Database } from './database/database.ts';
import { newSecret } from './keys.ts';

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Concurrent starts may block each other briefly, so each retries for a while. */
const WAIT_MS = 300;

export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'backend.pid');
  const release = takeLock(join(dataDir, 'backend.lock'), WAIT_MS);
  if (!release) throw new DataDirInUse(`The data directory ${dataDir} is in use by the process ${pidIn(pidFile)}.`);
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  const removeAddress = () => rmSync(addressFile(dataDir), { force: true });
  // A killed process leaves its address behind.
  removeAddress();
  return () => {
    removeAddress();
    release();
  };
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}

export interface BackendAddress {
  url: string;
  key: string;
  /** Whether the demo's account is there. */
  isDemo: boolean;
}

const addressFile = (dataDir: string) => join(dataDir, 'backend.json');

export const publishAddress = (dataDir: string, address: BackendAddress): Promise<void> =>
  writeDurably(addressFile(dataDir), `${JSON.stringify(address)}\n`);

export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'jwt-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = newSecret();
  await writeDurably(file, `${secret}\n`);
  return secret;
}

export const THIS_MACHINE = 'the embedded platform';

const VALID = `
  select from shipping.deploy_tokens
  where hash = sha256(convert_to($1, 'UTF8')) and revoked_at is null and expires_at > now()`;

export async function storeTokens(dataDir: string, database: Database): Promise<void> {
  for (const kind of ['operator', 'shell', 'pictures', 'sources']) {
    const file = join(dataDir, `${kind}-token`);
    const stored = existsSync(file) ? [readFileSync(file, 'utf8').trim()] : [];
    if (stored.length > 0 && (await database.query(VALID, stored)).length > 0) continue;
    const [made] = await database.query<{ token: string }>(
      "select shipping.make_token($1, null, '{}', null, $2) as token",
      [kind, THIS_MACHINE],
    );
    if (made) await writeDurably(file, `${made.token}\n`);
  }
}
