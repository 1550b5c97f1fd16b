/** A column, or with `parts` the rows of another table. `key` is its name in the response. */
export interface Selected {
  readonly key: string;
  readonly name: string;
  readonly parts?: readonly Selected[];
}

const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max']);

/** `...alias:name!hint!inner(parts)`, `name->path::type`, `name.sum()`. */
const ITEM = /^(?:\.\.\.)?(?:"?([\w$]+)"?:(?!:))?"?([\w$]+|\*)"?([^(]*)(?:\((.*)\))?$/s;

/** The entries of a list with commas, each with its parentheses. */
export function entriesOf(list: string): readonly string[] {
  const entries: string[] = [''];
  let depth = 0;
  for (const character of list) {
    if (character === ',' && depth === 0) entries.push('');
    else entries[entries.length - 1] += character;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
  return entries.map((entry) => entry.trim()).filter(Boolean);
}

function selectedBy(entry: string): readonly Selected[] {
  const [, alias, name = '', rest = '', parts] = ITEM.exec(entry) ?? [];
  if (!name) return [];
  const key = alias ?? name;
  const isAggregate = parts === '' && (rest.startsWith('.') || AGGREGATES.has(name));
  if (isAggregate) return rest.startsWith('.') ? [{ key, name }] : [];
  return [parts === undefined ? { key, name } : { key, name, parts: parseSelect(parts) }];
}

/** Parses the parameter `select` of PostgREST. */
export const parseSelect = (select: string): readonly Selected[] => entriesOf(select).flatMap(selectedBy);
