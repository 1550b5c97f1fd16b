import { createPostgresConnection } from '@supabase/lite/postgres';
import { databaseOf } from './database.ts';
import { mended, type OpenDatabase } from './open-database.ts';
import { isoTimestamp, TIMESTAMP, TIMESTAMPTZ } from './timestamps.ts';

/** Seconds that queries under way are given when the pool is closed. */
const LAST_MOMENT = 2;

/** Opens a PostgreSQL server. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const connection = createPostgresConnection({
    url,
    postgresOptions: { onnotice: () => {}, types: { json, jsonb, timestamp, timestamptz } },
  });
  const pool = connection.driver;
  const database = databaseOf(async (work) => {
    const reserved = await pool.reserve();
    try {
      return await work({
        query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
          [...(await reserved.unsafe(sql, [...parameters] as never[]))] as Row[],
        execute: async (script: string) => void (await reserved.unsafe(script).simple()),
      });
    } finally {
      reserved.release();
    }
  });
  return { connection: mended(connection), database, close: () => pool.end({ timeout: LAST_MOMENT }) };
}

/** Lite hands over JSON that is text already; serializing it again would store a JSON string in place of an object. */
const serializeJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const json = { to: 114, from: [114], serialize: serializeJson, parse: JSON.parse };
const jsonb = { to: 3802, from: [3802], serialize: serializeJson, parse: JSON.parse };

const serializeTimestamp = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
const timestamp = { to: TIMESTAMP, from: [TIMESTAMP], serialize: serializeTimestamp, parse: isoTimestamp };
const timestamptz = { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: serializeTimestamp, parse: isoTimestamp };
