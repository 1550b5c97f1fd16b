/** The words behind the name of a tag: `src="a.png" "alt text" 300`. */
export interface Arguments {
  readonly list: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

const ARGUMENT = /(?:([\w-]+)\s*[=:]\s*)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`=,()]+))/g;

export function argumentsOf(source: string): Arguments {
  const list: string[] = [];
  const named = new Map<string, string>();
  for (const [, name, double, single, ticks, bare] of source.matchAll(ARGUMENT)) {
    const value = double ?? single ?? ticks ?? bare ?? '';
    if (name === undefined) list.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { list, named };
}
