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
