import { sessionStore } from '@ki/shared/session/session-store.ts';
import { inputKey } from '@ki/shared/session/unsaved-input.ts';
import type { Values } from '../../kinds/model/define-record.ts';

export interface Input {
  readonly values: Values;
  /** `updated_at` of the record when typing began; null for a new one. */
  readonly base: string | null;
  /** The values that typing began with. Input of an earlier release has none. */
  readonly began?: Values;
  /** The name of the input in the question before a sign-out. */
  readonly title?: string;
  /** The values that the last save sent: a reload may come before its answer. */
  readonly sent?: Values;
  /** ISO 8601. No record that the last save has created is older. */
  readonly sentAt?: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An older release may have stored other fields. */
const isLike = (values: unknown, like: Values): values is Values =>
  isObject(values) && Object.keys(like).every((name) => name in values);

const isInput = (stored: unknown, like: Values): stored is Input =>
  isObject(stored) && 'base' in stored && 'values' in stored && isLike(stored.values, like);

function parsed(text: string | null, like: Values): Input | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (!isInput(stored, like)) return null;
    const { began, sent, ...input } = stored;
    return { ...input, ...(isLike(began, like) && { began }), ...(isLike(sent, like) && { sent }) };
  } catch {
    return null;
  }
}

/**
 * Stores the first text that has room. False: the storage is full or forbidden, which is no error, so that the form stays
 * usable.
 */
function store(storage: Storage, key: string, ...texts: readonly string[]): boolean {
  for (const text of texts) {
    try {
      storage.setItem(key, text);
      return true;
    } catch (error) {
      console.warn('the input could not be stored:', error);
    }
  }
  return false;
}

/**
 * The storage of one user's input. `like` has the fields that input must have. sessionStorage keeps two tabs with the
 * same form apart; localStorage survives the tab and holds the input of the last tab. A tab clears its own copy only.
 */
export function inputStorage(name: string, like: Values) {
  const key = inputKey(sessionStore.getState().user?.id ?? 'nobody', name);
  return {
    read: (): Input | null => {
      const own = parsed(sessionStorage.getItem(key), like);
      if (own) return own;
      const text = localStorage.getItem(key);
      const input = parsed(text, like);
      if (input && text) store(sessionStorage, key, text);
      return input;
    },
    /** False where neither storage has room. */
    write: (input: Input): boolean => {
      const { began: _, sent: _s, ...short } = input;
      const texts = [input, short].map((one) => JSON.stringify(one));
      return [sessionStorage, localStorage].map((storage) => store(storage, key, ...texts)).some(Boolean);
    },
    clear: () => {
      if (localStorage.getItem(key) === sessionStorage.getItem(key)) localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    },
  };
}
