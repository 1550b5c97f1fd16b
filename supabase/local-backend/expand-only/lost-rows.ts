import { type Change, columnsOf } from './change.ts';
import type { Readable } from './readable.ts';

const formOf = (isList: boolean) => (isList ? 'a list' : 'one object');

/** The embedded rows that the API no longer finds, finds by several foreign keys, or returns in another form. */
export function lostOfRows(table: string, embedded: readonly string[], { before, after }: Change): string[] {
  const joinsOf = ({ joins }: Readable, other: string) =>
    joins.filter((one) => one.table === table && one.other === other);
  const areThere = (other: string) => [table, other].every((name) => columnsOf(after, name).length > 0);
  return embedded.filter(areThere).flatMap((other) => {
    const [found, left] = [joinsOf(before, other), joinsOf(after, other)];
    const isOne = found.length === 1;
    if (isOne && left.length > 1)
      return [`${table} and ${other} have several foreign keys: ${left.map((one) => one.constraint).join(', ')}`];
    return found.flatMap(({ constraint, isList }) => {
      // A release that embeds by one key of several names it.
      const next = isOne ? left[0] : left.find((one) => one.constraint === constraint);
      if (!next) return [`the foreign key between ${table} and ${other} is gone`];
      const [was, is] = [formOf(isList), formOf(next.isList)];
      return was === is ? [] : [`${other} within ${table} was ${was} and is ${is}`];
    });
  });
}
