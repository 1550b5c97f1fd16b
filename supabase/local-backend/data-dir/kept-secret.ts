import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '../keys.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** The JWT secret of a data directory, made at the first start. The caller holds the directory's lock. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = newSecret();
  writeFileAtomically(file, `${secret}\n`);
  return secret;
}
