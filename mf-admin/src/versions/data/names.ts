import type { UntypedClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import type { ChangeSetTexts } from '../model/difference.ts';
import type { Referenced } from '../model/merge-record.ts';

const namesSchema = z.array(z.object({ id: z.string(), name: z.string() }));

export async function namesOf(
  client: UntypedClient,
  referenced: readonly Referenced[],
): Promise<ChangeSetTexts['names']> {
  const wanted = Map.groupBy(
    referenced.flatMap(({ id, references }) =>
      Object.entries(references).map(([table, column]) => ({ id, table, column })),
    ),
    ({ table, column }) => `${table} ${column}`,
  );
  const named = await Promise.all(
    [...wanted].map(async ([key, those]) => {
      const [table = '', column = ''] = key.split(' ');
      const ids = [...new Set(those.map(({ id }) => id))];
      return namesSchema.parse(unwrap(await client.from(table).select(`id, name:${column}`).in('id', ids)));
    }),
  );
  return named.flat().map(({ id, name }) => [id, name] as const);
}
