import { ALL_COLUMNS } from '@ki/shared/contract/database-reads.ts';
import { type Change, columnsOf, type Role } from './change.ts';
import type { ReadableColumn } from './readable.ts';

const VERBS = { select: 'read', insert: 'insert into', update: 'update', delete: 'delete from' } as const;
type Command = keyof typeof VERBS;

interface Compared {
  readonly role: Role;
  readonly found: readonly ReadableColumn[];
  readonly left: readonly ReadableColumn[];
  isWanted(column: ReadableColumn): boolean;
}

const titleOf = ({ table, name }: ReadableColumn) => `column ${table}.${name}`;

function lostOfRight(command: Command, { role, found, left, isWanted }: Compared): string[] {
  const mayUse = ({ roles }: ReadableColumn) => roles[command].includes(role);
  const usable = found.filter(mayUse);
  const noMore = `${role} may no longer ${VERBS[command]}`;
  if (usable[0] && !left.some(mayUse)) return [`${noMore} table ${usable[0].table}`];
  const revoked = usable.filter(({ name }) => left.some((one) => one.name === name && !mayUse(one)));
  return revoked.filter(isWanted).map((column) => `${noMore} ${titleOf(column)}`);
}

function lostOfColumns({ role, found, left, isWanted }: Compared): string[] {
  const readable = found.filter(({ roles }) => roles.select.includes(role));
  return readable.filter(isWanted).flatMap((column) => {
    const next = left.find(({ name }) => name === column.name);
    if (!next) return [`${titleOf(column)} is gone`];
    return next.kind === column.kind ? [] : [`${titleOf(column)} was ${column.kind} and is ${next.kind}`];
  });
}

/** The columns without a default that new rows need now, where the role may insert some. */
function newlyNeeded({ role, found, left }: Compared): string[] {
  if (!found.some(({ roles }) => roles.insert.includes(role))) return [];
  const known = new Set(found.filter(({ isNeeded }) => isNeeded).map(({ name }) => name));
  return left
    .filter(({ name, isNeeded }) => isNeeded && !known.has(name))
    .map((column) => `a new row needs ${titleOf(column)}`);
}

export function lostOfTable(table: string, wanted: readonly string[], { role, before, after }: Change): string[] {
  const found = columnsOf(before, table);
  const left = columnsOf(after, table);
  if (!found.some(({ roles }) => roles.select.includes(role))) return [];
  if (left.length === 0) return [`table ${table} is gone`];
  const isWanted = ({ name }: ReadableColumn) => wanted.includes(ALL_COLUMNS) || wanted.includes(name);
  const compared = { role, found, left, isWanted };
  const unread = lostOfRight('select', compared);
  const writes = (['insert', 'update', 'delete'] as const).flatMap((command) => lostOfRight(command, compared));
  return [...unread, ...lostOfColumns(compared), ...writes, ...newlyNeeded(compared)];
}
