import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';
import type { BulkSession } from './bulk.ts';

/** A reserved connection as a session that nobody else uses meanwhile. */
export function bulkSessionOn(reserved: ReservedSql): BulkSession {
  const query = async <Row>(sql: string, parameters: readonly unknown[] = []) =>
    [...(await reserved.unsafe(sql, [...parameters] as never[]))] as Row[];
  return {
    query,
    execute: async (script) => void (await reserved.unsafe(script).simple()),
    copyOut: (table) => rowsOf(reserved, table),
    copyIn: async (table, rows) => {
      const sink = await reserved.unsafe(`copy ${table} from stdin`).writable();
      await pour(rows, sink);
      // The driver tells nobody about rows that are refused at the end; but the transaction is over then.
      await query('select');
    },
  };
}

async function* rowsOf(reserved: ReservedSql, table: string): AsyncIterable<Uint8Array> {
  const rows = await reserved.unsafe(`copy ${table} to stdout`).readable();
  yield* rows;
  // After much at once the driver reads on only when more is asked for, which nobody does after the end: the session
  // would hear no answer to its next question.
  rows._read(0);
}

/** Writes part by part and ends; resolves when the driver has heard of the end. */
async function pour(rows: AsyncIterable<Uint8Array>, sink: Writable): Promise<void> {
  const failed = once(sink, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  try {
    for await (const part of rows) {
      await Promise.race([new Promise((resolve) => sink.write(part, resolve)), failed]);
    }
  } catch (error) {
    // Else the session stays in the middle of the copy, and takes no other question.
    sink.destroy();
    throw error;
  }
  sink.end();
  await Promise.race([setImmediate(), failed]);
}
