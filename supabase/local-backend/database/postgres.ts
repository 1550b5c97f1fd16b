import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import type { ReservedSql } from 'postgres';
import { corrected } from '../lite/connection.ts';
import { addressAs, passwordOf, REQUEST_ROLES, socketOptions } from './address.ts';
import { type AsCaller, type BulkSession, databaseOf, type OpenDatabase } from './database.ts';

const CLOSE_S = 2;
/** The embedded server allows more than all pools together. */
const CONNECTIONS = 12;
const ACCOUNT_CONNECTIONS = 4;
/** A pool of its own, so that the backend never waits behind requests. */
const OWN_CONNECTIONS = 2;
const IDLE_S = 30;
const RECONNECT_S = 0.5;

const LIMITS = {
  // As on a Supabase project; anonymous visitors have less.
  statement_timeout: '8s',
  // Releases the locks of a transaction whose request hangs.
  idle_in_transaction_session_timeout: '60s',
};

/** As config.toml has it. */
const SEARCH_PATH = { search_path: 'public, extensions' };

export async function openPostgres(address: string): Promise<OpenDatabase> {
  const owner = pooled(address, 1);
  const requests = pooled(addressAs('authenticator', address), CONNECTIONS, { ...LIMITS, ...SEARCH_PATH });
  const accounts = pooled(addressAs('supabase_auth_admin', address), ACCOUNT_CONNECTIONS, LIMITS);
  const own = connectTo(address);
  const close = async () => {
    const pools = [owner, requests, accounts].map(({ driver }) => driver.end({ timeout: CLOSE_S }));
    await Promise.all([...pools, own.close()]);
  };
  const passwords = REQUEST_ROLES.flatMap((role) => {
    const password = passwordOf(role, address);
    return password ? [{ role, password }] : [];
  });
  for (const connection of [owner, requests, accounts]) corrected(connection);
  // PostgreSQL lists the schema in full to the owner alone.
  for (const connection of [requests, accounts]) connection.introspect = (options) => owner.introspect(options);
  const connections = { owner, requests, accounts };
  return { ...own, connections, asCaller: asCallerOn(requests), passwords, database: databaseOf(own.inBulk), close };
}

function asCallerOn({ driver }: PostgresConnection): AsCaller {
  return async ({ role, uid, headers }, work) => {
    let result: Awaited<ReturnType<typeof work>> | undefined;
    await driver.begin(async (transaction) => {
      await transaction`
        select set_config('role', ${role}, true), set_config('request.jwt.claim.role', ${role}, true),
          set_config('request.jwt.claim.sub', ${uid}, true), set_config('request.headers', ${JSON.stringify(headers)}, true)
      `;
      result = await work(
        async (sql, parameters = []) => [...(await transaction.unsafe(sql, [...parameters] as never[]))] as never,
      );
    });
    return result as Awaited<ReturnType<typeof work>>;
  };
}

export function connectTo(address: string): Pick<OpenDatabase, 'inBulk' | 'listen' | 'close'> {
  const { driver } = pooled(address, OWN_CONNECTIONS);
  return {
    inBulk: async (work) => {
      const reserved = await driver.reserve();
      try {
        return await work(bulkSessionOn(reserved));
      } finally {
        reserved.release();
      }
    },
    // The driver listens on a separate connection and reopens it when it is lost.
    listen: async (channel, onNotified) => void (await driver.listen(channel, onNotified, () => onNotified())),
    close: () => driver.end({ timeout: CLOSE_S }),
  };
}

function pooled(address: string, max: number, limits: Record<string, string> = {}): PostgresConnection {
  const socket = socketOptions(address);
  return createPostgresConnection({
    ...(!socket && { url: address }),
    postgresOptions: {
      ...socket,
      max,
      idle_timeout: IDLE_S,
      backoff: () => RECONNECT_S,
      onnotice: () => {},
      connection: { TimeZone: 'UTC', ...limits },
      types: { boolean, bytea, json, jsonb, numeric, timestamp, timestamptz },
    },
  });
}

/** lite hands over JSON as text; serializing it again would store a JSON string in place of an object. */
const serializeJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const json = { to: 114, from: [114], serialize: serializeJson, parse: JSON.parse };
const jsonb = { to: 3802, from: [3802], serialize: serializeJson, parse: JSON.parse };

/** Texts of requests are PostgreSQL's to read; the driver would take each text but `true` for `f`. */
const textOr = (serialize: (value: unknown) => string) => (value: unknown) =>
  typeof value === 'string' ? value : serialize(value);
const boolean = { to: 16, from: [16], serialize: textOr(String), parse: (text: string) => text === 't' };
const hex = (bytes: unknown) => `\\x${Buffer.from(bytes as Uint8Array).toString('hex')}`;
const bytea = {
  to: 17,
  from: [17],
  serialize: textOr(hex),
  parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
};

/** As PostgREST writes it; the driver leaves it a text. */
const numeric = { to: 1700, from: [1700], serialize: String, parse: Number };

/** PostgreSQL's text `2025-01-31 10:00:00.5+00` as PostgREST's `2025-01-31T10:00:00.5+00:00`; `infinity` stays. */
const parseTimestamp = (text: string) => text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
const serializeTimestamp = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
const timestamp = { to: 1114, from: [1114], serialize: serializeTimestamp, parse: parseTimestamp };
const timestamptz = { to: 1184, from: [1184], serialize: serializeTimestamp, parse: parseTimestamp };

function bulkSessionOn(reserved: ReservedSql): BulkSession {
  const query = async <Row>(sql: string, parameters: readonly unknown[] = []) =>
    [...(await reserved.unsafe(sql, [...parameters] as never[]))] as Row[];
  return {
    query,
    execute: async (script) => void (await reserved.unsafe(script).simple()),
    copyOut: (table) => rowsOf(reserved, table),
    copyIn: async (table, rows) => {
      const sink = await reserved.unsafe(`copy ${table} from stdin`).writable();
      await pour(rows, sink);
      // The driver does not report rows that are refused at the end, but the transaction has failed then.
      await query('select');
    },
  };
}

async function* rowsOf(reserved: ReservedSql, table: string): AsyncIterable<Uint8Array> {
  const rows = await reserved.unsafe(`copy ${table} to stdout`).readable();
  yield* rows;
  // After backpressure the driver reads on only when asked for more, and the session would get no further response.
  rows._read(0);
}

async function pour(rows: AsyncIterable<Uint8Array>, sink: Writable): Promise<void> {
  const failed = once(sink, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  try {
    for await (const part of rows) {
      await Promise.race([new Promise((resolve) => sink.write(part, resolve)), failed]);
    }
  } catch (error) {
    // Ends the copy, in which the session takes no other statement.
    sink.destroy();
    throw error;
  }
  sink.end();
  await Promise.race([setImmediate(), failed]);
}
