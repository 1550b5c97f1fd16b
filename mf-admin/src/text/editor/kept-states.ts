/** The state of an editor with its undo history, as CodeMirror writes it. */
export type KeptState = unknown;

const MOST = 10;

/** In memory: an undo history lasts over saves, until the page is left. */
const states = new Map<string, KeptState>();

export const keptState = (key: string): KeptState => states.get(key);

export function keepState(key: string, state: KeptState): void {
  states.delete(key);
  states.set(key, state);
  for (const oldest of states.keys()) {
    if (states.size <= MOST) return;
    states.delete(oldest);
  }
}
