interface WithId {
  readonly id: string;
}

export function moveItem<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** The list itself where an item is missing or already at the end. */
export function stepItem(ids: readonly string[], id: string, by: 1 | -1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  return from < 0 || to < 0 || to >= ids.length ? ids : moveItem(ids, from, to);
}

/** The dropped item takes the position of its target, and the others move up or down. */
export function afterDrop(ids: readonly string[], id: string, over: string): readonly string[] {
  const [from, to] = [ids.indexOf(id), ids.indexOf(over)];
  return from < 0 || to < 0 ? ids : moveItem(ids, from, to);
}

/** Sorts rows by ids, and appends rows that the ids do not name. */
export function sortedBy<Row extends WithId>(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const rank = new Map(ids.map((id, index) => [id, index]));
  const rankOf = ({ id }: Row) => rank.get(id) ?? ids.length;
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** The neighbour of a target; the ends stay the ends. */
export function nextTarget(targets: readonly string[], over: string, by: 1 | -1): string {
  const next = targets.indexOf(over) + by;
  return targets[Math.max(0, Math.min(next, targets.length - 1))] ?? over;
}
