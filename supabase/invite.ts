/**
 * Invites by the database's own rights and prints the link, once: `node invite.ts [ADDRESS] [--role=ROLE]`, or with `--first` ADMIN_EMAIL
 * and only while nobody is staff, which is what a start of the platform does. DATABASE_URL says where, else DATA_DIR.
 */
import { parseArgs } from 'node:util';
import { paths } from '../shared/contract/paths.ts';
import { connectDriver, socketAddress } from './local-backend/database/address.ts';
import { clusterIn } from './local-backend/database/embedded.ts';
import { runtimeFolder } from './local-backend/postgres/runtime.ts';

const { DATABASE_URL, DATA_DIR, ADMIN_EMAIL, SITE_URL } = process.env;
const database = DATABASE_URL || (DATA_DIR && socketAddress(runtimeFolder(clusterIn(DATA_DIR))));
const { values: options, positionals } = parseArgs({
  options: { first: { type: 'boolean' }, role: { type: 'string', default: 'publisher' } },
  allowPositionals: true,
});

async function invite(url: string): Promise<string | null> {
  const sql = connectDriver(url, { max: 1, connect_timeout: 10 });
  try {
    const [row] = options.first
      ? await sql<{ token: string | null }[]>`select private.invite_first(${ADMIN_EMAIL || null}) as token`
      : await sql<
          { token: string | null }[]
        >`select private.invite(${positionals[0] ?? null}, null, ${options.role}) as token`;
    return row?.token ?? null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

try {
  if (!database) throw new Error('DATABASE_URL is not set; expected postgres://user:password@host:port/database');
  if (!SITE_URL) throw new Error('SITE_URL is not set; expected the address of the site, like https://ki.example.org');
  const token = await invite(database);
  if (token) console.log(new URL(paths.invitation(token), SITE_URL).href);
} catch (error) {
  console.error(error instanceof Error ? error.message || error.name : String(error));
  process.exitCode = 1;
}
