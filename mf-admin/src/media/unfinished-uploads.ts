import { sessionStore } from '@ki/shared/session/session-store.ts';
import { z } from 'zod/mini';

/** Files that this tab has not uploaded yet, by the ids of their uploads. */
const running = new Map<string, string>();

const names = z.record(z.string(), z.string());
const keyOf = () => `ki-uploads/${sessionStore.getState().user?.id ?? 'nobody'}`;

/** sessionStorage, in which a reload finds the names of what it has ended. */
function stored(): Readonly<Record<string, string>> {
  try {
    return names.parse(JSON.parse(sessionStorage.getItem(keyOf()) ?? '{}'));
  } catch {
    return {};
  }
}

function store(change: (names: Record<string, string>) => void): void {
  const all = { ...stored() };
  change(all);
  try {
    if (Object.keys(all).length > 0) sessionStorage.setItem(keyOf(), JSON.stringify(all));
    else sessionStorage.removeItem(keyOf());
  } catch (error) {
    console.warn('the names of uploads could not be stored:', error);
  }
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** From now on, leaving asks first. */
export function beginUpload(id: string, name: string): void {
  running.set(id, name);
  store((all) => {
    all[id] = name;
  });
  addEventListener('beforeunload', ask);
}

export function endUpload(id: string): void {
  running.delete(id);
  store((all) => {
    delete all[id];
  });
  if (running.size === 0) removeEventListener('beforeunload', ask);
}

/** The uploads that a reload of this tab has ended. */
export const interruptedUploads = (): readonly (readonly [id: string, name: string])[] =>
  Object.entries(stored()).filter(([id]) => !running.has(id));

export const unfinishedIds = (): ReadonlySet<string> => new Set(running.keys());

/** `before`: the ids of uploads that do not count. */
export const unfinishedNames = (before: ReadonlySet<string> = new Set()): readonly string[] =>
  [...running].flatMap(([id, name]) => (before.has(id) ? [] : [name]));
