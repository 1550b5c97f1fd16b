/** How many characters of keys one memory holds if nothing else is said: about two hundred posts. */
const MOST_CHARACTERS = 1024 * 1024;

/**
 * A memory of what was made of a text, for functions whose result depends on that text alone. It lets go what was not
 * asked for longest when the texts have more than `most` characters together; the last one always stays.
 */
export function remember<T>(most = MOST_CHARACTERS): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  let characters = 0;

  function drop(key: string): void {
    if (known.delete(key)) characters -= key.length;
  }

  return (key, make) => {
    const value = known.has(key) ? (known.get(key) as T) : make();
    drop(key);
    known.set(key, value);
    characters += key.length;
    for (const oldest of known.keys()) {
      if (characters <= most || oldest === key) break;
      drop(oldest);
    }
    return value;
  };
}
