import { ALL_COLUMNS, type DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import type { Readable, ReadableFunction } from './readable.ts';

export type Role = 'anon' | 'authenticated';

interface Change {
  readonly role: Role;
  readonly before: Readable;
  readonly after: Readable;
}

const chosen = (wanted: readonly string[], all: readonly string[]) =>
  wanted.includes(ALL_COLUMNS) ? all : all.filter((name) => wanted.includes(name));

const columnsOf = ({ columns }: Readable, table: string) => columns.filter((column) => column.table === table);

const mayUse = (role: Role) => (one: { readonly roles: readonly string[] }) => one.roles.includes(role);

function lostOfTable(table: string, wanted: readonly string[], { role, before, after }: Change): string[] {
  const found = columnsOf(before, table).filter(mayUse(role));
  const left = columnsOf(after, table);
  if (found.length === 0) return [];
  if (left.length === 0) return [`table ${table} is gone`];
  if (!left.some(mayUse(role))) return [`${role} may no longer read table ${table}`];
  return found
    .filter(({ name }) => wanted.includes(ALL_COLUMNS) || wanted.includes(name))
    .flatMap(({ name, kind }) => {
      const column = left.find((one) => one.name === name);
      if (!column) return [`column ${table}.${name} is gone`];
      if (!mayUse(role)(column)) return [`${role} may no longer read column ${table}.${name}`];
      return column.kind === kind ? [] : [`column ${table}.${name} was ${kind} and is ${column.kind}`];
    });
}

const within = (some: readonly string[], all: readonly string[]) => some.every((name) => all.includes(name));

const accepts = (given: readonly string[], one: ReadableFunction) =>
  within(given, one.arguments) && within(one.required, given);

/** Whether every call of the one is a call of the other. */
const replaces = (one: ReadableFunction, other: ReadableFunction) =>
  within(one.arguments, other.arguments) && within(other.required, one.required);

function lostOfResult(wanted: readonly string[], before: ReadableFunction, after: ReadableFunction): string[] {
  const { name } = before;
  if (before.result !== after.result) return [`function ${name} returned ${before.result} and returns ${after.result}`];
  return chosen(wanted, Object.keys(before.columns)).flatMap((column) => {
    const [was, is] = [before.columns[column], after.columns[column]];
    if (is === undefined) return [`function ${name} no longer returns ${column}`];
    return was === is ? [] : [`function ${name} returned ${column} as ${was} and returns ${is}`];
  });
}

type Called = DatabaseReads['functions'][string];

/** The functions that a release calls, each with the one that takes the same calls now. */
function pairsOf(calls: Called['calls'], found: readonly ReadableFunction[], left: readonly ReadableFunction[]) {
  if (calls.length === 0)
    return found.map((one) => ({ given: one.arguments, one, other: left.find((next) => replaces(one, next)) }));
  return calls.flatMap((given) => {
    const one = found.find((next) => accepts(given, next));
    return one ? [{ given, one, other: left.find((next) => accepts(given, next)) }] : [];
  });
}

function lostOfFunction(name: string, { calls, columns }: Called, { role, before, after }: Change): string[] {
  const named = ({ functions }: Readable) => functions.filter((one) => one.name === name);
  const left = named(after).filter(mayUse(role));
  const pairs = pairsOf(calls, named(before).filter(mayUse(role)), left);
  if (pairs.length === 0) return [];
  if (named(after).length === 0) return [`function ${name} is gone`];
  if (left.length === 0) return [`${role} may no longer call function ${name}`];
  return pairs.flatMap(({ given, one, other }) =>
    other ? lostOfResult(columns, one, other) : [`function ${name} no longer takes (${given.join(', ')})`],
  );
}

function lostOfRows(table: string, embedded: readonly string[], { before, after }: Change): string[] {
  const refers = ({ keys }: Readable, other: string) =>
    keys.some(([one, two]) => (one === table && two === other) || (one === other && two === table));
  const areThere = (other: string) => [table, other].every((name) => columnsOf(after, name).length > 0);
  return embedded
    .filter((other) => refers(before, other) && areThere(other) && !refers(after, other))
    .map((other) => `the foreign key between ${table} and ${other} is gone`);
}

/** What a release reads that was there before and is not any more. What never was there is not lost. */
export function lostReads({ tables, embedded, functions }: DatabaseReads, change: Change): readonly string[] {
  const lost = [
    ...Object.entries(tables).flatMap(([table, columns]) => lostOfTable(table, columns, change)),
    ...Object.entries(embedded).flatMap(([table, others]) => lostOfRows(table, others, change)),
    ...Object.entries(functions).flatMap(([name, called]) => lostOfFunction(name, called, change)),
  ];
  return [...new Set(lost)];
}
