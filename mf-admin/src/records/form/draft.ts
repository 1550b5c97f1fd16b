import { sessionStore } from '@ki/shared/session/session-store.ts';

/** Input that was not saved yet. */
export interface Draft<Values> {
  readonly values: Values;
  /** `updated_at` of the record when typing began; null for a new one. */
  readonly base: string | null;
}

/** Where this browser keeps one draft, for the user who typed it. */
export interface DraftPlace<Values> {
  readonly read: () => Draft<Values> | null;
  readonly write: (draft: Draft<Values>) => void;
  readonly clear: () => void;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An older version of a form may have left something else behind. */
function isDraft<Values extends object>(kept: unknown, like: Values): kept is Draft<Values> {
  if (!isObject(kept) || !('base' in kept) || !('values' in kept)) return false;
  const { values } = kept;
  return isObject(values) && Object.keys(like).every((name) => name in values);
}

function parsed<Values extends object>(text: string | null, like: Values): Draft<Values> | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return isDraft(kept, like) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * The place of a draft by name: `posts/new`, `posts/{id}`. `like` shows which fields it must have.
 * A draft is kept twice: for this tab, so that two tabs with one form do not mix, and for the whole browser, so that
 * closing the tab loses nothing. There the last that was typed in any tab stands, and a tab clears only its own.
 */
export function draftPlace<Values extends object>(name: string, like: Values): DraftPlace<Values> {
  const key = `ki-draft/${sessionStore.getState().user?.id ?? 'nobody'}/${name}`;
  return {
    read: () => {
      const own = parsed(sessionStorage.getItem(key), like);
      if (own) return own;
      const text = localStorage.getItem(key);
      const kept = parsed(text, like);
      if (kept && text) keep(sessionStorage, key, text);
      return kept;
    },
    write: (draft) => {
      const text = JSON.stringify(draft);
      keep(sessionStorage, key, text);
      keep(localStorage, key, text);
    },
    clear: () => {
      if (localStorage.getItem(key) === sessionStorage.getItem(key)) localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    },
  };
}

/** Full or forbidden storage must not stop anybody from typing. */
function keep(storage: Storage, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch (error) {
    console.warn('the draft could not be kept:', error);
  }
}
