import { ALL_COLUMNS, type DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import { FUNCTIONS, RELATIONS } from '@ki/shared/data/cache-tags.ts';

const TABLE = /\.from\(\s*["'`](\w+)["'`]\s*\)/g;
const CALL = /\.rpc\(\s*["'`](\w+)["'`]/g;
/** A name of several words is hardly anything else than the function. */
const NAME = /["'`]([a-z]+(?:_[a-z]+)+)["'`]/g;

const all = (code: string, pattern: RegExp) => Array.from(code.matchAll(pattern), ([, name = '']) => name);

/**
 * Adds the tables and functions that only code names, such as that of a press in a browser: all that they have counts.
 * `isStaff`: presses on staff pages call functions with more arguments than loaders do, so that all of these count, too.
 */
export function withNamed(
  { tables, functions, ...reads }: DatabaseReads,
  code: string,
  isStaff: boolean,
): DatabaseReads {
  const ofTables = all(code, TABLE).filter((name) => Object.hasOwn(RELATIONS, name));
  const ofFunctions = [...all(code, CALL), ...all(code, NAME).filter((name) => Object.hasOwn(FUNCTIONS, name))];
  const calls = (name: string) => (isStaff ? [] : (functions[name]?.calls ?? []));
  const named = ofFunctions.map((name) => {
    const columns = functions[name]?.columns ?? [ALL_COLUMNS];
    return [name, { calls: calls(name), columns }] as const;
  });
  return {
    ...reads,
    tables: { ...Object.fromEntries(ofTables.map((name) => [name, [ALL_COLUMNS]])), ...tables },
    functions: { ...functions, ...Object.fromEntries(named) },
  };
}
