import { readFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';

/** The pid file of a platform's own PostgreSQL server; empty when it has none. */
const postmaster = (dataDir: string) =>
  readFile(path.join(dataDir, 'postgres-17', 'postmaster.pid'), 'utf8').catch(() => '');

export const hasPostgres = async (dataDir: string): Promise<boolean> => (await postmaster(dataDir)) !== '';

/** Connects to a running platform's database as its owner. The caller ends the connection. */
export async function sqlOf(dataDir: string): Promise<postgres.Sql> {
  const [, , , port, folder] = (await postmaster(dataDir)).split('\n');
  return postgres({ host: folder ?? '', port: Number(port), user: 'postgres', database: 'postgres', max: 1 });
}
