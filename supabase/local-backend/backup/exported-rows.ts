import { ADMINISTRATOR } from '../../seed/administrator.ts';
import { OF_THIS_MACHINE } from '../data-dir/kept-tokens.ts';
import type { Session } from '../database/database.ts';

/** How a table's rows are written as SQL. */
export interface ExportedTable {
  name: string;
  columns: string[];
  /** Other expressions for columns, by their name. */
  instead?: Record<string, string>;
  /** Which rows, if not all. */
  where?: string;
  /** What happens to a row that is there already. */
  onConflict?: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const { email, password } = ADMINISTRATOR;
/** The demo's account while it still has the password that everybody knows. */
const IS_DEMO = `email = ${quoted(email)} and encrypted_password = extensions.crypt(${quoted(password)}, encrypted_password)`;

/** What may not leave the demo: a password that everybody knows, its rights, and a sign-up that makes everybody staff. */
const CHANGES: Record<string, Pick<ExportedTable, 'instead' | 'where'>> = {
  'auth.users': { instead: { encrypted_password: `case when ${IS_DEMO} then null else encrypted_password end` } },
  'private.staff': { where: `user_id not in (select id from auth.users where ${IS_DEMO})` },
  'private.team_members': { where: `account not in (select id from auth.users where ${IS_DEMO})` },
  // Whoever may read this machine's data folder has no part in another platform.
  'private.deploy_tokens': { where: `created_by <> ${quoted(OF_THIS_MACHINE)}` },
  'private.settings': { instead: { sign_up: "case sign_up when 'open' then 'invited' else sign_up end" } },
};

const ROWS = 200;

/** The rows of a table as `insert` statements of some rows each. */
export async function* inserts(session: Session, table: ExportedTable): AsyncIterable<string> {
  const { instead, where } = { ...table, ...CHANGES[table.name] };
  const values = table.columns.map((column) => `quote_nullable((${instead?.[column] ?? column})::text)`);
  const condition = where ? ` where ${where}` : '';
  await session.execute(
    `declare exported no scroll cursor for select concat_ws(', ', ${values.join(', ')}) as row from ${table.name}${condition}`,
  );
  for (;;) {
    const rows = await session.query<{ row: string }>(`fetch ${ROWS} from exported`);
    if (rows.length === 0) break;
    const list = rows.map(({ row }) => `  (${row})`).join(',\n');
    const into = `insert into ${table.name} (${table.columns.join(', ')}) overriding system value values`;
    yield `${into}\n${list}${table.onConflict ? `\n  on conflict ${table.onConflict}` : ''};\n`;
  }
  await session.execute('close exported');
}
