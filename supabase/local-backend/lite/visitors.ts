import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from '@supabase/lite';

/** Whether the request at hand is a visitor's: its statements have less time, its answers are short; by default by its role. */
export const isOfVisitor = new AsyncLocalStorage<boolean>();

type Statement = Awaited<ReturnType<Connection['onPostgrestAST']>>;
type Selection = Pick<Statement, 'select' | 'join'>;
type Schema = Awaited<ReturnType<Connection['introspect']>>;

/** A page names a table or a column twice at most. */
const MOST_TIMES = 4;

/**
 * Why a visitor's request is refused: one that names a table within itself, or a table or a column many times, has an answer
 * of any length, which is written in the process that everybody needs.
 */
export function refusalOfAnswer(statement: Statement, { tables, views = [] }: Schema): string | null {
  const known = new Set([...tables, ...views].map(({ name }) => name));
  const times = new Map<string, number>();
  const isOften = (name: string) => {
    const count = (times.get(name) ?? 0) + 1;
    times.set(name, count);
    return count > MOST_TIMES;
  };

  function refusalIn({ select = [], join = {} }: Selection, within: readonly string[]): string | null {
    for (const entry of select) {
      const [[name, value]] = (typeof entry === 'string' ? [[entry, {}]] : Object.entries(entry)) as [
        [string, { readonly column?: string } & Selection],
      ];
      if (!(name in join)) {
        if (isOften(`${within.at(-1)}.${value.column ?? name}`)) return 'names a column more than four times';
        continue;
      }
      const from = join[name]?.from ?? name;
      // A foreign key, which is a second name for a table.
      const table = known.has(from) ? from : '';
      if (within.includes(table)) return 'has a table within itself';
      if (isOften(table)) return 'names a table more than four times';
      const refusal = refusalIn(value, [...within, table]);
      if (refusal) return refusal;
    }
    return null;
  }

  const refusal = refusalIn(statement, [statement.from ?? '']);
  return refusal && `This request ${refusal}, which is for staff.`;
}
