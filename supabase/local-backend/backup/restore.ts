import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofEarlierVersion } from '@ki/shared/process/earlier-version.ts';
import { sync, writeDurably } from '@ki/shared/process/files.ts';
import { lockDataDir } from '../data-dir.ts';
import { createSystem } from '../database/bootstrap.ts';
import { type BulkSession, hasTable, inTransaction, type OpenDatabase } from '../database/database.ts';
import { createIn } from '../database/embedded.ts';
import { isOfEarlierVersion } from '../database/migrate.ts';
import { openBackup } from './archive.ts';
import { type Digest, digested, requireSame, type Snapshot, type Table, tablesIn } from './snapshot.ts';

type LoadedTable = readonly [table: string, taken: Digest];

async function loadSnapshot(target: OpenDatabase, snapshot: Snapshot, readBack: boolean): Promise<LoadedTable[]> {
  await createSystem(target);
  for (const { statements } of snapshot.contents.migrations) {
    await target.database.transaction((transaction) => transaction.execute(statements.join(';\n')));
  }
  return target.inBulk(async (session) => {
    const loaded = await inTransaction(session, () => replaceRows(session, snapshot, readBack));
    await session.execute('analyze');
    return loaded;
  });
}

async function replaceRows(session: BulkSession, { contents, rowsOf }: Snapshot, readBack: boolean) {
  const present = new Map((await tablesIn(session)).map(({ name, columns }) => [name, columns]));
  const lost = contents.tables.find(({ name, columns }) =>
    columns.some((column) => !present.get(name)?.includes(column)),
  );
  if (lost) throw new Error(`No migration makes the table ${lost.name} with all its columns.`);
  // Triggers and foreign keys are off, since the rows are already as these left them.
  await session.execute('set local session_replication_role = replica');
  // Each table is read from its first row.
  await session.execute('set local synchronize_seqscans = off');
  if (present.size > 0) await session.execute(`truncate ${[...present.keys()].join(', ')}`);
  const loaded: LoadedTable[] = [];
  for (const table of contents.tables) loaded.push(await copyRows(session, table, rowsOf(table), readBack));
  for (const { name, value } of contents.sequences) {
    if (value === null) await session.execute(`alter sequence ${name} restart`);
    else await session.query('select setval($1::regclass, $2::bigint)', [name, value]);
  }
  return loaded;
}

async function copyRows(
  session: BulkSession,
  { name, columns }: Table,
  rows: AsyncIterable<Uint8Array>,
  readBack: boolean,
): Promise<LoadedTable> {
  const target = `${name} (${columns.join(', ')})`;
  const source = digested(rows);
  await session.copyIn(target, source.rows).catch((cause) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The rows of ${name} cannot be stored: ${why}`, { cause });
  });
  const taken = source.digest();
  const [found] = await session.query<{ stored: string }>(`select count(*)::text as stored from ${name}`);
  const stored = Number(found?.stored);
  if (stored !== taken.rows) throw new Error(`Of the ${taken.rows} rows of ${name} ${stored} were stored.`);
  if (readBack) {
    const again = digested(session.copyOut(target));
    for await (const _ of again.rows);
    requireSame(name, again.digest(), taken);
  }
  return [name, taken];
}

export interface Restored {
  tokens: readonly ValidToken[];
  hasHashes: boolean;
}

const mark = (dataDir: string) => join(dataDir, 'restoring');

/**
 * Restores into an empty or missing data directory, which is left empty on an error. `readBack` reads each table again and
 * compares it with the rows that were taken.
 */
export async function restore(file: string, dataDir: string, { readBack = false } = {}): Promise<Restored> {
  const found = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (found.length > 0) throw new Error(`${dataDir} is not empty; expected an empty folder, or none`);
  const backup = await openBackup(file);
  if (isOfEarlierVersion(backup.snapshot.contents.migrations)) throw new Error(ofEarlierVersion(file));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDataDir(dataDir);
  await writeDurably(mark(dataDir), '');
  try {
    const restored = await createIn(dataDir, (target) => fill(target, dataDir, backup, readBack));
    if (!restored) throw new Error('nothing was restored');
    rmSync(mark(dataDir));
    await sync(dataDir);
    return restored;
  } catch (error) {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  } finally {
    unlock();
  }
}

/** A backup of before may lack a table. */
const END_LINKS = `
  do $$
  begin
    if to_regclass('private.previews') is not null then
      delete from private.previews;
    end if;
    if to_regclass('private.invitations') is not null then
      delete from private.invitations where accepted_at is null;
    end if;
  end $$`;

type Backup = Awaited<ReturnType<typeof openBackup>>;

async function fill(target: OpenDatabase, dataDir: string, { snapshot, writeFiles }: Backup, readBack: boolean) {
  const tables = await loadSnapshot(target, snapshot, readBack);
  const saved = await writeFiles(dataDir);
  if (saved) for (const [table, taken] of tables) requireSame(table, taken, saved[table]);
  const { database } = target;
  // Nobody can say which of them were ended after the backup.
  await database.execute('delete from auth.refresh_tokens; delete from auth.sessions');
  await database.execute(END_LINKS);
  const hasTokens = await hasTable(database, 'shipping.deploy_tokens');
  return { tokens: hasTokens ? await database.query<ValidToken>(VALID_TOKENS) : [], hasHashes: Boolean(saved) };
}

/** Restores into a temporary folder, and compares every table with the rows in the backup. */
export async function verify(file: string): Promise<Restored> {
  const folder = mkdtempSync(join(tmpdir(), 'ki-verify-'));
  try {
    return await restore(file, join(folder, 'data'), { readBack: true });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

export function requireWhole(dataDir: string): void {
  if (!existsSync(mark(dataDir))) return;
  throw new Error(`A restore into ${dataDir} was cut short. Empty the folder and restore again.`);
}

/** Never a secret or its hash. */
type ValidToken = Readonly<Record<'id' | 'owner' | 'remotes' | 'may' | 'author' | 'ends', string>>;

/** Tables of earlier migrations have no column `created_by_account`. */
const VALID_TOKENS = `
  select t.id, coalesce(t.team, t.kind) as owner,
    coalesce((
      select string_agg(r.name, ', ' order by r.name) from shipping.remotes r where r.team = t.team
    ), case t.kind when 'team' then 'none' else 'all' end) as remotes,
    case t.kind when 'team' then array_to_string(t.may, ', ') when 'shell' then 'read' else 'everything' end as may,
    coalesce(u.email, nullif(t.created_by, ''), 'former member') as author,
    case when isfinite(t.expires_at) then to_char(t.expires_at, 'YYYY-MM-DD') else 'no end' end as ends
  from shipping.deploy_tokens t
  left join auth.users u on u.id::text = to_jsonb(t) ->> 'created_by_account'
  where t.revoked_at is null and t.expires_at > now()
  order by t.kind, t.team, t.created_at, t.id
`;
