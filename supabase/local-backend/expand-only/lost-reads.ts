import type { DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import type { Change } from './change.ts';
import { lostOfFunction } from './lost-calls.ts';
import { lostOfRows } from './lost-rows.ts';
import { lostOfTable } from './lost-tables.ts';

/** Everything that a release reads, was there before and is not there any more. */
export function lostReads({ tables, embedded, functions }: DatabaseReads, change: Change): readonly string[] {
  const lost = [
    ...Object.entries(tables).flatMap(([table, columns]) => lostOfTable(table, columns, change)),
    ...Object.entries(embedded).flatMap(([table, others]) => lostOfRows(table, others, change)),
    ...Object.entries(functions).flatMap(([name, called]) => lostOfFunction(name, called, change)),
  ];
  return [...new Set(lost)];
}
