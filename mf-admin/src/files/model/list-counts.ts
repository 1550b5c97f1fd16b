/** Each name with how often: 'gallery (2), form' */
export const listCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => (count > 1 ? `${name} (${count})` : name)).join(', ');
