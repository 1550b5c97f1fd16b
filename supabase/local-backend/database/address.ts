import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import postgres, { type Options, type PostgresType, type Sql } from 'postgres';

export function socketAddress(folder: string, database = 'postgres'): string {
  return `postgresql://postgres@${encodeURIComponent(folder)}/${database}`;
}

/** Options for the address of a Unix socket, which the driver cannot parse; nothing for another address. */
export function socketOptions(address: string) {
  const { hostname, username, pathname } = new URL(address);
  const folder = decodeURIComponent(hostname);
  if (!folder.startsWith('/')) return undefined;
  // The driver takes options that are missing from the environment.
  return { path: join(folder, '.s.PGSQL.5432'), username, password: '', database: pathname.slice(1) };
}

export function connectDriver(address: string, options: Options<Record<string, PostgresType>> = {}): Sql {
  const socket = socketOptions(address);
  const quiet = { onnotice: () => {}, ...options };
  return socket ? postgres({ ...socket, ...quiet }) : postgres(address, quiet);
}

/** Runs some work on one connection, which ends with it. */
export async function withSession<Result>(
  address: string,
  work: (session: Sql) => Promise<Result>,
  options: Parameters<typeof connectDriver>[1] = {},
): Promise<Result> {
  const session = connectDriver(address, { max: 1, ...options });
  return work(session).finally(() => session.end());
}

/** The roles of requests, which are no superusers: of the REST API, and of the auth service for its own tables. */
export const REQUEST_ROLES = ['authenticator', 'supabase_auth_admin'] as const;

type RequestRole = (typeof REQUEST_ROLES)[number];

export function addressAs(role: RequestRole, address: string): string {
  const own = new URL(address);
  own.username = role;
  own.password = passwordOf(role, address) ?? '';
  return own.href;
}

/** Derived from the owner's password, so that it is stored nowhere; nothing where the owner has none. */
export function passwordOf(role: RequestRole, address: string): string | undefined {
  const owners = decodeURIComponent(new URL(address).password) || (!socketOptions(address) && process.env.PGPASSWORD);
  return owners ? createHmac('sha256', owners).update(role).digest('hex') : undefined;
}
