import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from '@supabase/lite';
import { sql } from 'kysely';
import { type Where, whereOf } from './comparisons.ts';
import { type Filter, type Filters, isFilterName, isJunction, readFilters } from './filters.ts';
import { isOfVisitor, refusalOfAnswer } from './visitors.ts';

const ofRequest = new AsyncLocalStorage<Filters>();

const isFunction = (pathname: string) => pathname.includes('/rpc/');

function filtersIn({ url, method }: Request): Filters {
  const { pathname, searchParams } = new URL(url);
  return readFilters(searchParams, isFunction(pathname) && (method === 'GET' || method === 'HEAD'));
}

/** The limits of visitors read the filters of a request before it is sent. */
const filters = new WeakMap<Request, Filters>();

/** The filters of a request, and the arguments of a function that is called by GET. */
export function filtersOf(request: Request): Filters {
  const found = filters.get(request) ?? filtersIn(request);
  filters.set(request, found);
  return found;
}

/**
 * Keeps the values of a request from lite, which guesses what their texts mean: it gets the names of arguments alone,
 * and {@link withTypedValues} adds filters and values to what lite has read.
 */
export function withOwnFilters(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  const filters = filtersOf(request);
  const url = new URL(request.url);
  for (const name of new Set(url.searchParams.keys())) if (isFilterName(name)) url.searchParams.delete(name);
  for (const [name] of filters.args) url.searchParams.set(name, '');
  return ofRequest.run(filters, () => send(url.href === request.url ? request : new Request(url, request)));
}

type Statement = Awaited<ReturnType<Connection['onPostgrestAST']>>;
type Schema = Awaited<ReturnType<Connection['introspect']>>;
type Embedding = Pick<Statement, 'select' | 'join' | 'where'>;
type Write = (filters: readonly Filter[]) => Where;

export function withTypedValues(connection: Connection): Connection {
  const onRequest = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (request, vars) => {
    const { filters = [], args = [] } = ofRequest.getStore() ?? {};
    const statement = await onRequest(request, vars);
    const schema = await connection.introspect({ useCache: true });
    if (Object.keys(statement.where ?? {}).length > 0) throw refusalOf(UNREAD);
    const refusal = isOfVisitor.getStore() ? refusalOfAnswer(statement, schema) : null;
    if (refusal) throw refusalOf({ code: '42501', message: refusal }, 403);
    addFilters(statement, filters, statement.type === 'put' ? keysOf : whereOf);
    return { ...statement, ...typedValues(statement, schema), ...typedArguments(statement, args, schema) };
  };
  return connection;
}

/** Values of rows as expressions, of which lite guesses nothing. */
function typedValues({ type, from, schema = 'public', values: rows, where = {} }: Statement, { columns }: Schema) {
  if (!rows) return {};
  // lite compares the keys of a PUT with those of its address.
  const untouched = type === 'put' ? Object.keys(where) : [];
  const own = columns.filter((column) => column.table === from && (column.schema || 'public') === schema);
  const types = new Map(own.map(({ name, pg_type, type }) => [name, pg_type ?? type]));
  const typed = (row: object) =>
    mapValues(row as Values, (value, name) => {
      if (untouched.includes(name)) return value;
      const text = textOf(value, types.get(name) ?? '');
      return typeof text === 'string' ? sql`${text}` : text;
    });
  return { values: Array.isArray(rows) ? rows.map((row) => (isRow(row) ? typed(row) : row)) : typed(rows) };
}

function typedArguments({ function: called, args: sent = {} }: Statement, args: Filters['args'], schema: Schema) {
  if (called === undefined || Array.isArray(sent)) return {};
  // Texts of an address are PostgreSQL's to read. Of an argument that is sent twice the last one counts.
  if (args.length > 0) return { args: Object.fromEntries(args) };
  return Object.keys(sent).length > 0 ? { args: argumentsAsTyped({ ...sent }, called, schema) } : {};
}

/** Arguments of a function that has one set of parameters. */
function argumentsAsTyped(args: Values, called: string, { functions = [] }: Schema): Values {
  const [found, ...more] = functions.filter(({ name, schema }) => name === called && schema === 'public');
  if (!found || more.length > 0) return args;
  const types = new Map(found.arg_names.map((name, index) => [name, found.arg_types[index] ?? '']));
  return mapValues(args, (value, name) => (types.has(name) ? textOf(value, types.get(name) ?? '') : value));
}

function addFilters(statement: Statement, filters: readonly Filter[], write: Write): void {
  const groups = Map.groupBy(filters, ({ path }) => path.reduce<Embedding>(embeddedIn, statement));
  for (const [filtered, of] of groups) Object.assign(filtered, { where: write(of) });
}

/** By its alias, or by the name of its table. */
function embeddedIn({ select = [], join = {} }: Embedding, name: string): Embedding {
  const embedded = select
    .flatMap((entry) => (typeof entry === 'string' ? [] : Object.entries(entry)))
    .filter(isEmbedded);
  const found = embedded.find(([alias]) => alias === name) ?? embedded.find(([alias]) => join[alias]?.from === name);
  if (found) return found[1];
  throw refusalOf({
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

/** A filter that lite alone has read would be replaced by those that were read here. */
const UNREAD = { code: 'PGRST100', message: 'failed to parse a filter' };

const refusalOf = (
  { hint = null, ...said }: { code: string; message: string; hint?: string | null },
  status = 400,
) => ({
  code: 'PGRST',
  message: JSON.stringify({ ...said, details: null, hint }),
  detail: JSON.stringify({ status, headers: {} }),
});

const isEmbedded = (entry: [string, object]): entry is [string, Embedding] =>
  'select' in entry[1] || 'join' in entry[1] || 'spread' in entry[1];

/** The keys that a PUT names in its address, each once and by `eq`; lite refuses it with anything else. */
const keysOf: Write = (filters) => {
  const keys = filters.flatMap(({ condition }) => {
    if (isJunction(condition) || condition.isNegated || condition.quantifier || condition.operator !== 'eq') return [];
    return [[condition.field, { $eq: condition.value }]];
  });
  const where = Object.fromEntries(keys);
  return Object.keys(where).length === filters.length ? where : { $and: [] };
};

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

const mapValues = (values: Values, map: (value: unknown, name: string) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
