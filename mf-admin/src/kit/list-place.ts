const keyOf = (list: string) => `ki-list ${list}`;

/** Keeps search, order and page of a list for the time of a session. */
export function keepPlace({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  // A record that is edited in its list.
  if (new URLSearchParams(search).has('edit')) return;
  try {
    sessionStorage.setItem(keyOf(pathname), search);
  } catch {
    // Full or forbidden: the list begins anew.
  }
}

/** The address of a list with the search, order and page at which it was left. */
export function placeIn(list: string): string {
  try {
    return list + (sessionStorage.getItem(keyOf(list)) ?? '');
  } catch {
    return list;
  }
}

const SAVED_MS = 60_000;

/** The state of a navigation back to a list. It ends by itself, as a reload and a way back keep it. */
export const savedState = (...saved: readonly string[]) => ({ saved, until: Date.now() + SAVED_MS });

export function wasSaved(state: Partial<ReturnType<typeof savedState>> | null, id: string): boolean {
  return state?.saved?.includes(id) === true && Date.now() < (state.until ?? 0);
}
