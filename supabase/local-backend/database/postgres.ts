import { join } from 'node:path';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { bulkSessionOn } from './bulk-postgres.ts';
import { databaseOf } from './database.ts';
import { mended, type OpenDatabase } from './open-database.ts';
import { isoTimestamp, TIMESTAMP, TIMESTAMPTZ } from './timestamps.ts';

/** Where a PostgreSQL server is reached: at an address, or by the socket in a folder. */
export type ServerPlace = string | { folder: string };

/** Seconds that queries under way are given when the pool is closed. */
const LAST_MOMENT = 2;

/** Connections for requests; others wait for one. `settings.ts` of the embedded server allows more than all of these. */
const CONNECTIONS = 12;

/** Apart, so that a question of the backend itself never waits behind requests. */
const OWN_CONNECTIONS = 2;

/** Seconds after which a connection that nobody needs is given back with its memory. */
const IDLE = 30;

/** Seconds between attempts to connect again, so that a server that is back is soon heard. */
const RECONNECT = 0.5;

/** What any statement of a request may take, unless its asker may less: as on a Supabase project. */
const STATEMENT_TIMEOUT = '8s';

/** A transaction whose request hangs must not hold its locks for ever. */
const IDLE_IN_TRANSACTION = '60s';

/** Opens a PostgreSQL server. */
export async function openPostgres(place: ServerPlace): Promise<OpenDatabase> {
  const connection = pooled(place, CONNECTIONS, {
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
  });
  const own = connectTo(place);
  const close = async () => {
    await Promise.all([connection.driver.end({ timeout: LAST_MOMENT }), own.close()]);
  };
  return { ...own, connection: mended(connection), database: databaseOf(own.inBulk), close };
}

/** Connections past the API and without limits: for the backend itself, and for commands beside it. */
export function connectTo(place: ServerPlace): Pick<OpenDatabase, 'inBulk' | 'listen' | 'close'> {
  const { driver } = pooled(place, OWN_CONNECTIONS);
  return {
    inBulk: async (work) => {
      const reserved = await driver.reserve();
      try {
        return await work(bulkSessionOn(reserved));
      } finally {
        reserved.release();
      }
    },
    // On a connection of its own, which the driver opens again when it is lost.
    listen: async (channel, onNotified) => void (await driver.listen(channel, onNotified, onNotified)),
    close: () => driver.end({ timeout: LAST_MOMENT }),
  };
}

function pooled(place: ServerPlace, max: number, limits: Record<string, string> = {}): PostgresConnection {
  return createPostgresConnection({
    ...(typeof place === 'string' && { url: place }),
    postgresOptions: {
      ...whereabouts(place),
      max,
      idle_timeout: IDLE,
      backoff: () => RECONNECT,
      onnotice: () => {},
      // The driver passes on every setting of PostgreSQL; its types know some.
      connection: { TimeZone: 'UTC', ...limits },
      types: { json, jsonb, timestamp, timestamptz },
    },
  });
}

/** Said in full, since the driver takes what is missing from the environment. */
function whereabouts(place: ServerPlace) {
  if (typeof place === 'string') return {};
  return { path: join(place.folder, '.s.PGSQL.5432'), username: 'postgres', password: '', database: 'postgres' };
}

/** Lite hands over JSON that is text already; serializing it again would store a JSON string in place of an object. */
const serializeJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const json = { to: 114, from: [114], serialize: serializeJson, parse: JSON.parse };
const jsonb = { to: 3802, from: [3802], serialize: serializeJson, parse: JSON.parse };

const serializeTimestamp = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
const timestamp = { to: TIMESTAMP, from: [TIMESTAMP], serialize: serializeTimestamp, parse: isoTimestamp };
const timestamptz = { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: serializeTimestamp, parse: isoTimestamp };
