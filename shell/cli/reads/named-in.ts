import { ALL_COLUMNS, type DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import { FUNCTIONS, RELATIONS } from '@ki/shared/data/cache-tags.ts';
import type { RecordedRequest } from './recorder.ts';

const TABLE = /\.from\(\s*["'`](\w+)["'`]\s*\)/g;
const CALL = /\.rpc\(\s*["'`](\w+)["'`]/g;
/** A name of several words is hardly anything else than the function. */
const NAME = /["'`]([a-z]+(?:_[a-z]+)+)["'`]/g;

/** A query as far as the next one, since its filters may come some statements later. */
const QUERY = /\.from\(\s*["'`](\w+)["'`]\s*\)((?:(?!\.from\(|\.rpc\()[\s\S]){0,1000})/g;
const SELECT = /\.select\((?:\s*(["'`])((?:(?!\1|\$\{)[\s\S])*)\1(?=\s*[,)]))?/g;
const FILTER =
  /\.(?:n?eq|[gl]te?|i?like|is|in|contains|containedBy|overlaps|textSearch|not|filter|order)\(\s*["'`]([\w.]+)["'`]/g;

const all = (code: string, pattern: RegExp) => Array.from(code.matchAll(pattern), ([, name = '']) => name);

const isTable = (name: string) => Object.hasOwn(RELATIONS, name);

const queriesOf = (code: string) =>
  Array.from(code.matchAll(QUERY), ([, table = '', query = '']) => ({ table, query })).filter(({ table }) =>
    isTable(table),
  );

/** The selections of a query, and `undefined` for each that is computed. */
const selectionsOf = (query: string) =>
  Array.from(query.matchAll(SELECT), ([, quote, columns = '']) => (quote ? columns : undefined));

/** The queries that code states, such as those of a press in a browser. A computed selection has all columns. */
export function queriesIn(code: string): readonly RecordedRequest[] {
  return queriesOf(code).map(({ table, query }) => {
    const url = new URL(`http://127.0.0.1/rest/v1/${table}`);
    const selected = selectionsOf(query).map((columns = ALL_COLUMNS) => columns);
    url.searchParams.set('select', selected.join(',').replaceAll('\\n', ' '));
    for (const column of all(query, FILTER)) url.searchParams.append(column, 'eq.x');
    return { method: 'GET', url, body: null };
  });
}

/** All pairs of tables where a selection is computed, as it may have rows of one within those of the other. */
function embeddedIn({ tables, embedded }: DatabaseReads, code: string): DatabaseReads['embedded'] {
  if (!queriesOf(code).some(({ query }) => selectionsOf(query).includes(undefined))) return embedded;
  return Object.fromEntries(Object.keys(tables).map((name, index, names) => [name, names.slice(index + 1)]));
}

/**
 * Adds the tables and functions that only code names, such as that of a press in a browser: all that they have counts.
 * `isStaff`: presses on staff pages call functions with more arguments than loaders do, so that all of these count, too.
 */
export function withNamed(reads: DatabaseReads, code: string, isStaff: boolean): DatabaseReads {
  const { tables, functions } = reads;
  const ofTables = all(code, TABLE).filter(isTable);
  const ofFunctions = [...all(code, CALL), ...all(code, NAME).filter((name) => Object.hasOwn(FUNCTIONS, name))];
  const calls = (name: string) => (isStaff ? [] : (functions[name]?.calls ?? []));
  const named = ofFunctions.map((name) => {
    const columns = functions[name]?.columns ?? [ALL_COLUMNS];
    return [name, { calls: calls(name), columns }] as const;
  });
  return {
    embedded: isStaff ? embeddedIn(reads, code) : reads.embedded,
    tables: { ...Object.fromEntries(ofTables.map((name) => [name, [ALL_COLUMNS]])), ...tables },
    functions: { ...functions, ...Object.fromEntries(named) },
  };
}
