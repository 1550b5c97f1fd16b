const MOST_CHARACTERS = 1024 * 1024;

/**
 * A memoized function of a text, with an LRU cache limited by the characters of its keys; the last entry always stays.
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
