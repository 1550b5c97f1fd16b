/** The path of each list and object with entries in JSON data; the entries of a list have one path, such as `posts[].category`. */
export function filledIn(data: unknown, path = ''): readonly string[] {
  if (typeof data !== 'object' || data === null) return [];
  const entries = Object.entries(data);
  if (entries.length === 0) return [];
  const at = (key: string) => (Array.isArray(data) ? `${path}[]` : path ? `${path}.${key}` : key);
  return [...new Set([path, ...entries.flatMap(([key, value]) => filledIn(value, at(key)))])].filter(Boolean);
}
