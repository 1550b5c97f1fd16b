/** Lines of what two catalogues do not share: `+` for the declaration alone, `-` for the migrations alone. */
export function differencesOf(declared: readonly string[], migrated: readonly string[]): readonly string[] {
  const [added, missing] = [without(declared, migrated), without(migrated, declared)];
  const lines = [...marked('-', missing, added), ...marked('+', added, missing)];
  return lines.sort(byName);
}

/** Both lines of an object stand together, whatever their signs are. */
const byName = (one: string, other: string): number =>
  Number(one.slice(2) > other.slice(2)) - Number(one.slice(2) < other.slice(2));

/** A text that is there twice counts twice: rows may have no key. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}

/** The kind and the name of an object, as in `policy public.posts Staff add posts`. */
const nameOf = (entry: string): string => entry.slice(0, entry.indexOf(': '));

const linesOf = (entry: string): readonly string[] => entry.slice(nameOf(entry).length + 2).split('\n');

/** An object of both has its changed lines only, as a body may be long; its first line, where lines changed their order. */
function marked(sign: string, entries: readonly string[], others: readonly string[]): readonly string[] {
  const counterparts = new Map(others.map((entry) => [nameOf(entry), linesOf(entry)]));
  return entries.flatMap((entry) => {
    const [first = '', ...more] = linesOf(entry);
    const counterpart = counterparts.get(nameOf(entry));
    const changed = counterpart ? without([first, ...more], counterpart) : [first];
    return (changed.length > 0 ? changed : [first]).map((line) => `${sign} ${nameOf(entry)}: ${line.trim()}`);
  });
}
