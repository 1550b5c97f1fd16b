import { ApiError } from '../http/api-error.ts';

/** A condition on a column, whose value is a text until the column's type says what it means. */
export interface Comparison {
  /** The name of a column, or of an embedded resource, with its JSON path. */
  readonly field: string;
  readonly isNegated: boolean;
  readonly operator: string;
  readonly quantifier?: string | undefined;
  /** The text search configuration. */
  readonly language?: string | undefined;
  readonly value: string | readonly string[];
}

export interface Junction {
  readonly operator: 'and' | 'or';
  readonly isNegated: boolean;
  readonly parts: readonly Condition[];
}

export type Condition = Comparison | Junction;

export interface Filter {
  /** The names of embedded resources that lead to the filtered one. */
  readonly path: readonly string[];
  readonly condition: Condition;
}

export interface Filters {
  readonly filters: readonly Filter[];
  /** The arguments of a function that is called by GET. */
  readonly args: readonly (readonly [name: string, value: string])[];
}

export const isJunction = (condition: Condition): condition is Junction => 'parts' in condition;

export function comparisonsIn(condition: Condition): readonly Comparison[] {
  return isJunction(condition) ? condition.parts.flatMap(comparisonsIn) : [condition];
}

/** Parameters that are no filters; `apikey` is the gateway's. */
const RESERVED = new Set(['select', 'columns', 'on_conflict', 'apikey']);
/** Parameters of the resource itself, or of an embedded one. lite takes any other name that ends so for a filter. */
const RESERVED_OF_RESOURCES = /^(?:[\p{L}\d_ $-]+\.)*(?:order|limit|offset)$/u;
const OF_LOGIC = /(?:^|\.)(?:and|or)$/;

export const isFilterName = (name: string) => !RESERVED.has(name) && !RESERVED_OF_RESOURCES.test(name);

/** Reads the filters of a query as PostgREST reads them. `isCall`: of a function by GET, whose arguments stand between them. */
export function readFilters(query: URLSearchParams, isCall: boolean): Filters {
  const filters: Filter[] = [];
  const args: [string, string][] = [];
  for (const [name, value] of query) {
    if (!isFilterName(name)) continue;
    if (OF_LOGIC.test(name)) filters.push(readLogic(name, value));
    else if (isCall && !BEGINS_FILTER.test(value)) args.push([name, value]);
    else filters.push(readFilter(name, value));
  }
  return { filters, args };
}

const NAME = /"(?:[^"\\]|\\[\s\S])*"|[\p{L}\d_ $]+(?:-(?!>)[\p{L}\d_ $]+)*/uy;
const ARROW = /->>?/y;
const INDEX = /-?\d+(?=->|::|\.|,|$)/y;
const BLANKS = /[ \t]*/y;
const DOT = /\./y;
const COMMA = /,/y;
const OPENING = /\(/y;
const CLOSING = /\)/y;
const NOT = /not\./y;
const LOGIC = /(not\.)?(and|or)/y;
const IN = /in\./y;
const IS = /is\.(null|not_null|true|false|unknown)/iy;
const DISTINCT = /isdistinct\./y;
const SEARCH = /(fts|plfts|phfts|wfts)(?:\(([\p{L}\d_ $]+)\))?\./uy;
const SIMPLE = /(neq|cs|cd|ov|sl|sr|nxr|nxl|adj)\./y;
const QUANTIFIED = /(eq|gte|gt|lte|lt|like|ilike|match|imatch)(?:\((any|all)\))?\./y;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"(?![^,)])/y;
const ARRAY = /\{[^{}]*\}/y;
const UNTIL_SEPARATOR = /[^,)]*/y;
const REST = /[\s\S]*/y;
const END = /$/y;

/** Each of these reads on for certain: a call by GET whose argument begins so has a filter, be it a wrong one. */
const BEGINS_FILTER = new RegExp(
  `^(?:not\\.|in\\.|is\\.|${[DISTINCT, SEARCH, SIMPLE, QUANTIFIED].map(({ source }) => source).join('|')})`,
  'u',
);

/** More than any person nests, and few enough for the database. */
const DEEPEST = 100;

/** Reads a text from its beginning. */
class Cursor {
  readonly #text: string;
  readonly #what: string;
  #at = 0;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  expect(pattern: RegExp): RegExpExecArray {
    return this.take(pattern) ?? this.fail();
  }

  fail(): never {
    const position = `(line 1, column ${this.#at + 1})`;
    throw new ApiError(400, 'PGRST100', `"failed to parse ${this.#what} (${this.#text})" ${position}`);
  }

  /** Returns the result of `read`, or goes back to where it began. */
  either<Value>(read: () => Value | null): Value | null {
    const start = this.#at;
    const found = read();
    if (found === null) this.#at = start;
    return found;
  }
}

const unescaped = (text: string) => text.replace(/\\([\s\S])/g, '$1');

function nameIn(text: string): string {
  return text.startsWith('"')
    ? unescaped(text.slice(1, -1))
    : text
        .split('-')
        .map((part) => part.trim())
        .join('-');
}

/** Steps of a JSON path, in the notation of a field. A key that this notation cannot hold is refused. */
function readPath(cursor: Cursor): string {
  let path = '';
  for (let arrow = cursor.take(ARROW); arrow; arrow = cursor.take(ARROW)) {
    const index = cursor.take(INDEX);
    const key = index ? index[0] : nameIn(cursor.expect(NAME)[0]);
    if (/['\\;(]|->/.test(key)) cursor.fail();
    path += `${arrow[0]}${key}`;
  }
  return path;
}

/** Names that lite takes for something else than a column. */
const NO_COLUMN = /^(?:\$|__proto__)/;

function fieldIn(name: string, path: string): string {
  if (NO_COLUMN.test(name)) throw new ApiError(400, '42703', `column ${name} does not exist`);
  return `${name}${path}`;
}

function readFilter(name: string, value: string): Filter {
  const key = new Cursor(name, 'tree path');
  const names = [nameIn(key.expect(NAME)[0])];
  while (key.take(DOT)) names.push(nameIn(key.expect(NAME)[0]));
  const field = fieldIn(names.at(-1) ?? '', readPath(key));
  key.expect(END);
  const cursor = new Cursor(value, 'filter');
  const found = readOperation(cursor, (of) => of.expect(REST)[0]) ?? cursor.fail();
  cursor.expect(END);
  return { path: names.slice(0, -1), condition: { field, ...found } };
}

function readLogic(name: string, value: string): Filter {
  const names = name.split('.');
  const operator = `${names.includes('not') ? 'not.' : ''}${names.at(-1)}`;
  const cursor = new Cursor(`${operator}${value}`, 'logic tree');
  const condition = readJunction(cursor, 0);
  cursor.expect(END);
  return { path: names.slice(0, -1).filter((part) => part !== 'not'), condition };
}

function readCondition(cursor: Cursor, depth: number): Condition {
  return cursor.either(() => readComparison(cursor)) ?? readJunction(cursor, depth);
}

function readComparison(cursor: Cursor): Comparison | null {
  cursor.take(BLANKS);
  const name = cursor.take(NAME);
  if (!name) return null;
  const field = fieldIn(nameIn(name[0]), readPath(cursor));
  cursor.take(BLANKS);
  const found = cursor.take(DOT) && readOperation(cursor, readValueOfLogic);
  return found && { field, ...found };
}

function readJunction(cursor: Cursor, depth: number): Junction {
  const [, not, operator] = cursor.take(LOGIC) ?? cursor.fail();
  if (depth > DEEPEST) cursor.fail();
  const parts = readList(cursor, () => readCondition(cursor, depth + 1), true);
  return { operator: operator as Junction['operator'], isNegated: not !== undefined, parts };
}

function readList<Item>(cursor: Cursor, read: () => Item, isSpaced = false): Item[] {
  const separator = () => {
    if (!isSpaced) return cursor.take(COMMA);
    return cursor.either(() => {
      cursor.take(BLANKS);
      const comma = cursor.take(COMMA);
      if (comma) cursor.take(BLANKS);
      return comma;
    });
  };
  cursor.take(BLANKS);
  cursor.expect(OPENING);
  cursor.take(BLANKS);
  const items = [read()];
  while (separator()) items.push(read());
  cursor.take(BLANKS);
  cursor.expect(CLOSING);
  cursor.take(BLANKS);
  return items;
}

type Operation = Omit<Comparison, 'field'>;

/** `null` where no operator follows; a wrong list of `in` and a wrong word of `is` are refused. */
function readOperation(cursor: Cursor, readValue: (cursor: Cursor) => string): Operation | null {
  const isNegated = cursor.take(NOT) !== null;
  if (cursor.take(IN)) return { isNegated, operator: 'in', value: readList(cursor, () => readElement(cursor)) };
  const is = cursor.take(IS)?.[1]?.toLowerCase();
  if (is) return { isNegated: isNegated !== (is === 'not_null'), operator: 'is', value: is.replace('not_', '') };
  if (cursor.take(DISTINCT)) return { isNegated, operator: 'isdistinct', value: readValue(cursor) };
  const search = cursor.take(SEARCH);
  if (search?.[1]) return { isNegated, operator: search[1], language: search[2]?.trim(), value: readValue(cursor) };
  const [, operator, quantifier] = cursor.take(SIMPLE) ?? cursor.take(QUANTIFIED) ?? [];
  return operator === undefined ? null : { isNegated, operator, quantifier, value: readValue(cursor) };
}

/** After the opening parenthesis of a list PostgREST drops blanks, but none within it. */
function readElement(cursor: Cursor): string {
  return unquoted(cursor) ?? cursor.expect(UNTIL_SEPARATOR)[0];
}

function readValueOfLogic(cursor: Cursor): string {
  return unquoted(cursor) ?? (cursor.take(ARRAY) ?? cursor.expect(UNTIL_SEPARATOR))[0];
}

function unquoted(cursor: Cursor): string | undefined {
  const [, quoted] = cursor.take(QUOTED) ?? [];
  return quoted === undefined ? undefined : unescaped(quoted);
}
