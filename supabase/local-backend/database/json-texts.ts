import type { Connection } from '@supabase/lite';

/**
 * Makes a text stay a text where it is written to a JSON column. Lite takes it for JSON, so that it is refused or, if
 * it happens to be JSON, stored as something else. Quoted twice, it is a quoted text when lite has parsed it.
 */
export function withJsonTexts<Served extends Connection>(connection: Served): Served {
  const onRequest = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (request, vars) => {
    const { values, from, schema = 'public', ...rest } = await onRequest(request, vars);
    if (!values) return { ...rest, from, schema, values };
    const { columns } = await connection.introspect({ useCache: true });
    const ofTable = columns.filter((column) => column.table === from && (column.schema ?? 'public') === schema);
    const names = new Set(
      ofTable.filter(({ pg_type, type }) => /^jsonb?$/i.test(pg_type ?? type)).map(({ name }) => name),
    );
    const quoted = Array.isArray(values) ? values.map((row) => quoteTexts(row, names)) : quoteTexts(values, names);
    return { ...rest, from, schema, values: quoted };
  };
  return connection;
}

function quoteTexts(row: unknown, columns: Set<string>): object {
  const entries = Object.entries(Object(row)).map(([name, value]) => [
    name,
    typeof value === 'string' && columns.has(name) ? JSON.stringify(JSON.stringify(value)) : value,
  ]);
  return Object.fromEntries(entries);
}
