import type { Database } from './database.ts';

const REFUSED = '42501';

interface Account {
  readonly name: string;
  readonly database: string;
  readonly createrole: boolean;
  readonly bypassrls: boolean;
  readonly isOwner: boolean;
}

const ACCOUNT = `
  select quote_ident(current_user) as name, quote_ident(current_database()) as database,
    rolcreaterole or rolsuper as createrole, rolbypassrls or rolsuper as bypassrls,
    pg_has_role((select datdba from pg_catalog.pg_database where datname = current_database()), 'usage') as "isOwner"
  from pg_catalog.pg_roles where rolname = current_user`;

function remediesFor({ name, database, createrole, bypassrls, isOwner }: Account): string[] {
  const rights = [...(createrole ? [] : ['createrole']), ...(bypassrls ? [] : ['bypassrls'])];
  return [
    ...(rights.length > 0 ? [`alter role ${name} ${rights.join(' ')};`] : []),
    ...(isOwner ? [] : [`alter database ${database} owner to ${name};`]),
  ];
}

const OLDEST = 17;

/** Throws unless migrations can run on a server that has this `server_version`. */
export function assertVersion(version: string | undefined): void {
  if (Number.parseInt(version ?? '', 10) >= OLDEST) return;
  throw new Error(`The database of DATABASE_URL is PostgreSQL ${version}; the platform needs ${OLDEST}`);
}

/** Throws with the name of the setting unless the server of DATABASE_URL can be reached and lets the account in. */
export async function assertReachable(database: Database): Promise<void> {
  const shown = database.query<{ readonly server_version: string }>('show server_version');
  const [server] = await shown.catch((cause: { message?: string; code?: string }) => {
    // An error of several addresses of one name has no message.
    throw new Error(`The database of DATABASE_URL cannot be used: ${cause.message || cause.code}`, { cause });
  });
  assertVersion(server?.server_version);
}

/** Prepares the roles and schemas of a platform. A refusal names the rights that the account of DATABASE_URL lacks. */
export async function withRightsExplained<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code !== REFUSED) throw error;
    const [account] = await database.query<Account>(ACCOUNT);
    const remedies = account ? remediesFor(account).join(' ') : '';
    const remedy = remedies
      ? `As a superuser, run: ${remedies}`
      : 'The roles of the platform belong to another account: use that one, or a server without them.';
    throw new Error(
      `The database refuses the account ${account?.name} of DATABASE_URL: ${(error as Error).message}. ` +
        `It needs CREATEROLE and BYPASSRLS, and the database must be its own. ${remedy}`,
      { cause: error },
    );
  }
}
