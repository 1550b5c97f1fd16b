/** What a history entry knows of a dialog that was opened from the list: its title, and that closing may go back. */
export interface OpenedFromList {
  readonly fromList: true;
  readonly title: string;
}

export const openedFromList = (title: string): OpenedFromList => ({ fromList: true, title });

/** Reads the state of a history entry, whoever wrote it. */
export function readOpenedFromList(state: unknown): OpenedFromList | null {
  if (typeof state !== 'object' || state === null || !('fromList' in state) || !('title' in state)) return null;
  return typeof state.title === 'string' ? openedFromList(state.title) : null;
}
