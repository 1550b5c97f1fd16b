import { getAuthSchemaSql, getMigrationHistorySchemaSql } from '@supabase/lite';

export class UnmadeTables extends Error {
  override name = 'UnmadeTables';
}

/** Told of tables that migrations would not make again; a snapshot goes without them, unless this throws. */
export type OnUnmade = (names: readonly string[]) => void;

export const refuseUnmade: OnUnmade = (names) => {
  throw new UnmadeTables(
    `No migration makes ${names.join(', ')}, so no backup could be restored with it. ` +
      'Write a migration for it, or move it into a schema of its own, which backups leave out.',
  );
};

const IDENTIFIER = '(?:"?(\\w+)"?\\.)?"?(\\w+)"?';
const CREATED = new RegExp(`\\bcreate\\s+(?:unlogged\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?${IDENTIFIER}`, 'gi');
const RENAMED = /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?:"?(\w+)"?\.)?"?\w+"?\s+rename\s+to\s+"?(\w+)"?/gi;

const SYSTEM = [getAuthSchemaSql(), getMigrationHistorySchemaSql('pg')];

/** The tables that the system's schemas and the recorded migrations make; tells of the others. */
export function madeTables<Table extends { name: string }>(
  tables: readonly Table[],
  migrations: readonly { statements: readonly string[] }[],
  onUnmade: OnUnmade,
): readonly Table[] {
  const script = [...SYSTEM, ...migrations.flatMap(({ statements }) => statements)].join(';\n');
  const names = [CREATED, RENAMED].flatMap((pattern) =>
    [...script.matchAll(pattern)].map(([, schema = 'public', name]) => `${schema}.${name}`.toLowerCase()),
  );
  const made = new Set(names);
  const unmade = tables.filter(({ name }) => !made.has(plain(name)));
  if (unmade.length > 0) onUnmade(unmade.map(({ name }) => name));
  return tables.filter((table) => !unmade.includes(table));
}

const plain = (name: string) => name.replaceAll('"', '').toLowerCase();
