import { sessionStore } from '@ki/shared/session/session-store.ts';
import { inputKey } from '@ki/shared/session/unsaved-input.ts';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { AnyRecordKind } from '../model/define-record.ts';

interface Input<Values> {
  readonly values: Values;
  /** `updated_at` of the record when typing began; null for a new one. */
  readonly base: string | null;
  /** The values that typing began with. Input of an earlier release has none. */
  readonly began?: Values;
  /** The name of the input in the question before a sign-out. */
  readonly title?: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An older release may have stored other fields. */
const isLike = <Values extends object>(values: unknown, like: Values): values is Values =>
  isObject(values) && Object.keys(like).every((name) => name in values);

const isInput = <Values extends object>(stored: unknown, like: Values): stored is Input<Values> =>
  isObject(stored) && 'base' in stored && 'values' in stored && isLike(stored.values, like);

function parsed<Values extends object>(text: string | null, like: Values): Input<Values> | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (!isInput(stored, like)) return null;
    const { began, ...input } = stored;
    return isLike(began, like) ? stored : input;
  } catch {
    return null;
  }
}

/** Ignores errors of a full or forbidden storage, so that the form stays usable. Stores the first text that has room. */
function store(storage: Storage, key: string, ...texts: readonly string[]): void {
  for (const text of texts) {
    try {
      storage.setItem(key, text);
      return;
    } catch (error) {
      console.warn('the input could not be stored:', error);
    }
  }
}

/**
 * The storage of one user's input. `like` has the fields that input must have. sessionStorage keeps two tabs with the
 * same form apart; localStorage survives the tab and holds the input of the last tab. A tab clears its own copy only.
 */
function inputStorage<Values extends object>(name: string, like: Values) {
  const key = inputKey(sessionStore.getState().user?.id ?? 'nobody', name);
  return {
    read: (): Input<Values> | null => {
      const own = parsed(sessionStorage.getItem(key), like);
      if (own) return own;
      const text = localStorage.getItem(key);
      const input = parsed(text, like);
      if (input && text) store(sessionStorage, key, text);
      return input;
    },
    write: (input: Input<Values>) => {
      const { began: _, ...short } = input;
      const texts = [input, short].map((one) => JSON.stringify(one));
      store(sessionStorage, key, ...texts);
      store(localStorage, key, ...texts);
    },
    clear: () => {
      if (localStorage.getItem(key) === sessionStorage.getItem(key)) localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    },
  };
}

interface Keyed {
  readonly record: { readonly id: string } | null;
  readonly copied?: { readonly id: string } | null;
  readonly creation?: { readonly key: string };
}

/** The name of a form's input. */
export function keyOf(kind: Pick<AnyRecordKind, 'table'>, { record, copied, creation }: Keyed): string {
  if (record) return `${kind.table}/${record.id}`;
  return creation?.key ?? (copied ? `${kind.table}/new/${copied.id}` : `${kind.table}/new`);
}

interface InputOptions<Values extends FieldValues> {
  readonly key: string;
  /** The heading of the form, such as `New Post`. */
  readonly heading: string;
  readonly form: UseFormReturn<Values, unknown, Values>;
  readonly values: Values;
  readonly base: string | null;
  /** The form was saved or left: its last changes are not stored. */
  readonly done: RefObject<boolean>;
}

/** A record's own name among its values; '' while it has none. */
export function nameOf({ label, title = label, name = title }: FieldValues): string {
  return typeof name === 'string' ? name.trim() : '';
}

function titleOf(heading: string, values: FieldValues): string {
  const name = nameOf(values);
  return name ? `${heading}: ${name}` : heading;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export type UnsavedInput = Omit<ReturnType<typeof useUnsavedInput>, 'rebase'>;

export function useUnsavedInput<Values extends FieldValues>(options: InputOptions<Values>) {
  const { key, heading, form, values, base, done } = options;
  // These functions keep their identity, unlike the form: the effects run only when they must.
  const { reset, subscribe, getValues } = form;
  const [storage] = useState(() => inputStorage(key, values));
  const [asideStorage] = useState(() => inputStorage(`${key}/aside`, values));
  const [input, setInput] = useState<Input<Values> | null>(storage.read);
  const [aside, setAside] = useState<Input<Values> | null>(asideStorage.read);
  const startedFrom = input ? input.base : base;
  const began = input && input.base !== base ? input.began : values;

  const inputOf = useCallback(
    (typed: Values, from: string | null, start: Values | undefined): Input<Values> => ({
      values: typed,
      base: from,
      ...(from !== null && start && { began: start }),
      title: titleOf(heading, typed),
    }),
    [heading],
  );

  // react-hook-form holds the values: a restored input goes in once the form is mounted.
  useEffect(() => {
    if (input) reset(input.values, { keepDefaultValues: true });
  }, [reset, input]);

  // Browser storage follows every change: a reload at any moment loses nothing.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => {
          if (done.current) return;
          if (same(typed, values)) storage.clear();
          else storage.write(inputOf(typed, startedFrom, began));
        },
      }),
    [subscribe, storage, values, startedFrom, began, inputOf, done],
  );

  return {
    base: startedFrom,
    /** Undefined when it is not known. */
    began,
    restored: input !== null,
    /** Input that was replaced by a newer version of the record can be brought back. */
    hasAside: aside !== null,
    bringBack: () => {
      if (!aside) return;
      setInput({ values: aside.values, base, began: values });
      setAside(null);
      storage.write(inputOf(aside.values, base, values));
      asideStorage.clear();
    },
    setAside: () => {
      const replaced = inputOf(getValues(), startedFrom, began);
      asideStorage.write(replaced);
      storage.clear();
      setAside(replaced);
      setInput(null);
    },
    /** Stores the input of a form that goes on from another version. */
    rebase: (next: Required<Pick<Input<Values>, 'values' | 'base' | 'began'>>) => {
      if (same(next.values, next.began)) storage.clear();
      else storage.write(inputOf(next.values, next.base, next.began));
      setInput(null);
    },
    clear: () => {
      storage.clear();
      asideStorage.clear();
      setInput(null);
      setAside(null);
    },
  };
}
