import { ALL_COLUMNS, type DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import type { RecordedRequest } from './recorder.ts';
import { entriesOf, parseSelect, type Selected } from './select.ts';

const ADDRESS = /^\/rest\/v1\/(rpc\/)?([^/]+)$/;
const NO_COLUMNS = new Set(['select', 'limit', 'offset', 'order', 'or', 'and', 'not.or', 'not.and', 'on_conflict']);
const OPERATORS =
  'eq|neq|gte?|lte?|like|ilike|i?match|in|is|isdistinct|fts|plfts|phfts|wfts|cs|cd|ov|sl|sr|nxr|nxl|adj';
const FILTER = new RegExp(`^(?:not\\.)?(?:${OPERATORS})(?:\\((?:any|all|\\w+)\\))?\\.`);
const CONDITION = new RegExp(`(?:^|[(,])((?:\\w+\\.)*?\\w+)(?:->>?\\w+)*\\.(?:not\\.)?(?:${OPERATORS})[.(]`, 'g');

type Sets = Map<string, Set<string>>;

interface Collected {
  readonly tables: Sets;
  readonly embedded: Sets;
  /** A call is the JSON of its sorted arguments. */
  readonly calls: Sets;
  readonly results: Sets;
}

function addTo(sets: Sets, key: string, values: Iterable<string> = []): void {
  sets.set(key, new Set([...(sets.get(key) ?? []), ...values]));
}

/** A source of rows: a table, or with `isFunction` the result of a function. */
interface Source {
  readonly name: string;
  readonly selected: readonly Selected[];
  readonly isFunction?: boolean;
}

const columnIn = (text: string) => text.split(/->|::/)[0]?.replaceAll('"', '') ?? '';

function addColumns({ tables, results }: Collected, { name, isFunction }: Source, columns: Iterable<string>): void {
  addTo(isFunction ? results : tables, name, [...columns].map(columnIn).filter(Boolean));
}

function addSelected(found: Collected, source: Source): void {
  const { selected } = source;
  addColumns(
    found,
    source,
    selected.filter(({ parts }) => !parts).map(({ name }) => name),
  );
  for (const { name, parts } of selected) {
    if (!parts) continue;
    if (!source.isFunction) addTo(found.embedded, source.name, [name]);
    addSelected(found, { name, selected: parts });
  }
}

/** The source that a dotted path leads to, and what is left: `module.course.slug` is the column of an embedded table. */
function reached(source: Source, path: string): readonly [Source, string] {
  const [first = '', ...others] = path.split('.');
  const within = source.selected.find(({ key, name, parts }) => parts && (key === first || name === first));
  if (others.length === 0 || !within?.parts) return [source, path];
  return reached({ name: within.name, selected: within.parts }, others.join('.'));
}

const orderedBy = (order: string) =>
  entriesOf(order).map((entry) => entry.replace(/^(\w+)\((\w+)\)/, '$1.$2').replace(/\.(asc|desc|nulls\w+)\b/g, ''));

function addParameter(found: Collected, source: Source, [key, value]: readonly [string, string]): void {
  const [at, name] = reached(source, key);
  const add = (path: string) => {
    const [owner, column] = reached(at, path);
    addColumns(found, owner, [column]);
  };
  if (name === 'order') orderedBy(value).forEach(add);
  else if (/^(not\.)?(or|and)$/.test(name)) for (const [, path = ''] of value.matchAll(CONDITION)) add(path);
  else if (!NO_COLUMNS.has(name) && FILTER.test(value)) add(name);
}

function addTable(found: Collected, name: string, { method, url: { searchParams }, body }: RecordedRequest): void {
  const isRead = method === 'GET' || method === 'HEAD';
  const source = { name, selected: parseSelect(searchParams.get('select') ?? (isRead ? ALL_COLUMNS : '')) };
  addSelected(found, source);
  for (const parameter of searchParams) addParameter(found, source, parameter);
  for (const row of [body].flat()) addColumns(found, source, Object.keys(Object(row)));
}

function addFunction(found: Collected, name: string, { method, url: { searchParams }, body }: RecordedRequest): void {
  const isArgument = ([key, value]: readonly [string, string]) => !NO_COLUMNS.has(key) && !FILTER.test(value);
  const given =
    method === 'POST' ? Object.keys(Object(body)) : [...searchParams].filter(isArgument).map(([key]) => key);
  addTo(found.calls, name, [JSON.stringify(given.sort())]);
  const source = { name, selected: parseSelect(searchParams.get('select') ?? ALL_COLUMNS), isFunction: true };
  addSelected(found, source);
  for (const parameter of searchParams) if (!given.includes(parameter[0])) addParameter(found, source, parameter);
}

const columnsIn = (columns: Iterable<string> = []) => {
  const all = [...columns].sort();
  return all.includes(ALL_COLUMNS) ? [ALL_COLUMNS] : all;
};

const sorted = <Value>(sets: Sets, change: (set: Set<string>, key: string) => Value): Record<string, Value> =>
  Object.fromEntries(
    [...sets].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, set]) => [key, change(set, key)]),
  );

/** The tables, columns and functions that requests to PostgREST name. */
export function readsOf(requests: readonly RecordedRequest[]): DatabaseReads {
  const found: Collected = { tables: new Map(), embedded: new Map(), calls: new Map(), results: new Map() };
  for (const request of requests) {
    const [, isFunction, name] = ADDRESS.exec(request.url.pathname) ?? [];
    if (name) (isFunction ? addFunction : addTable)(found, name, request);
  }
  return {
    tables: sorted(found.tables, columnsIn),
    embedded: sorted(found.embedded, (names) => [...names].sort()),
    functions: sorted(found.calls, (calls, name) => ({
      calls: [...calls].sort().map((call) => JSON.parse(call) as string[]),
      columns: columnsIn(found.results.get(name)),
    })),
  };
}
