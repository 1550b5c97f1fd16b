import type { Connection } from '@supabase/lite';
import { sql } from 'kysely';

type Schema = Awaited<ReturnType<Connection['introspect']>>;
type Values = Readonly<Record<string, unknown>>;

const isRow = (row: unknown): row is object => typeof row === 'object' && row !== null && !Array.isArray(row);
const isJson = (type: string) => /^(?:pg_catalog\.)?jsonb?$/i.test(type);
const isArray = (type: string) => type.startsWith('_') || type.endsWith('[]');

/** The text of a JSON value, which PostgreSQL reads by the type of what it is for; lists for arrays stay the driver's. */
function textOf(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return value;
  if (isJson(type)) return JSON.stringify(value);
  if (isArray(type) && Array.isArray(value)) return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface Target {
  readonly name: string | undefined;
  readonly schema: string;
  /** Columns whose values stay as they are. */
  readonly untouched: readonly string[];
}

/** Values of rows as expressions, of which lite guesses nothing. */
export function rowsAsTyped(rows: object | object[], table: Target, { columns }: Schema): object | object[] {
  const types = new Map(
    columns
      .filter((column) => column.table === table.name && (column.schema || 'public') === table.schema)
      .map(({ name, pg_type, type }) => [name, pg_type ?? type]),
  );
  const typed = (row: object) =>
    mapValues(row as Values, (value, name) => {
      if (table.untouched.includes(name)) return value;
      const text = textOf(value, types.get(name) ?? '');
      return typeof text === 'string' ? sql`${text}` : text;
    });
  return Array.isArray(rows) ? rows.map((row) => (isRow(row) ? typed(row) : row)) : typed(rows);
}

/** Arguments of a function that has one set of parameters. */
export function argumentsAsTyped(args: Values, called: string, { functions = [] }: Schema): Values {
  const [found, ...more] = functions.filter(({ name, schema }) => name === called && schema === 'public');
  if (!found || more.length > 0) return args;
  const types = new Map(found.arg_names.map((name, index) => [name, found.arg_types[index] ?? '']));
  return mapValues(args, (value, name) => (types.has(name) ? textOf(value, types.get(name) ?? '') : value));
}

const mapValues = (values: Values, map: (value: unknown, name: string) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
