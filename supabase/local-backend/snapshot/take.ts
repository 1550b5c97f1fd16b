import type { InBulk } from '../database/bulk.ts';
import { contentsOf, type Snapshot } from './contents.ts';
import type { OnUnmade } from './made-tables.ts';

/** Lets `work` read a database as it is at this moment, while others go on writing. See docs/decisions/0026. */
export function withSnapshot<Result>(
  inBulk: InBulk,
  work: (snapshot: Snapshot) => Promise<Result>,
  onUnmade?: OnUnmade,
): Promise<Result> {
  return inBulk(async (session) => {
    await session.execute('begin isolation level repeatable read, read only');
    try {
      return await work({
        contents: await contentsOf(session, onUnmade),
        rowsOf: ({ name, columns }) => session.copyOut(`${name} (${columns.join(', ')})`),
      });
    } finally {
      await session.execute('rollback');
    }
  });
}
