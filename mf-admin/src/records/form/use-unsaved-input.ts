import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { AnyRecordKind, Values } from '../../kinds/model/define-record.ts';
import { isClockRead, serverNow } from '../../kit/model/clock.ts';
import { same } from '../../kit/model/same.ts';
import { type Input, inputStorage } from './input-storage.ts';

/** Fields are not drawn anew with a form, so that a reset must not forget their controls. */
export const KEEPS_FIELDS = { keepFieldsRef: true } as const;

/** A save whose answer has not come. */
export interface Sent {
  readonly values: Values;
  readonly since: string;
}

/** A reading of the database's time is right within half a round trip; a browser's clock within a day. */
const clockError = () => (isClockRead() ? 2_000 : 86_400_000);

interface Keyed {
  readonly record: { readonly id: string } | null;
  readonly copied?: { readonly id: string } | null;
  readonly creation?: { readonly key: string };
}

export function keyOf(kind: Pick<AnyRecordKind, 'table'>, { record, copied, creation }: Keyed): string {
  if (record) return `${kind.table}/${record.id}`;
  return creation?.key ?? (copied ? `${kind.table}/new/${copied.id}` : `${kind.table}/new`);
}

interface InputOptions {
  readonly key: string;
  /** The heading of the form, such as `New Post`. */
  readonly heading: string;
  readonly form: UseFormReturn<Values, unknown, Values>;
  readonly values: Values;
  readonly base: string | null;
  /** Whether the form was saved or left: its last changes are not stored. */
  readonly isDone: () => boolean;
}

/** A record's own name among its values; '' while it has none. */
export function nameOf({ label, title = label, name = title }: Values): string {
  return typeof name === 'string' ? name.trim() : '';
}

function titleOf(heading: string, values: Values): string {
  const name = nameOf(values);
  return name ? `${heading}: ${name}` : heading;
}

/** The save of a new record, where input has been restored before its answer. */
const creatingIn = ({ base, sent, sentAt }: Input): Sent | null =>
  base === null && sent && sentAt ? { values: sent, since: sentAt } : null;

/** Input that a save has stored before the page was reloaded is no other version than that of the record. */
function inputFor(
  { read, clear }: Pick<ReturnType<typeof inputStorage>, 'read' | 'clear'>,
  values: Values,
  base: string | null,
): Input | null {
  const input = read();
  if (!input || creatingIn(input)) return input;
  if (same(input.values, values)) {
    clear();
    return null;
  }
  return same(input.sent, values) ? { ...input, base, began: values } : input;
}

export type UnsavedInput = ReturnType<typeof useUnsavedInput>;

/** Typing is stored at most this late, so that no key waits for it. */
const STORED_AFTER_MS = 300;

/** `later` runs a write, unless another one, or a removal, comes before it. */
function storingLater(storage: ReturnType<typeof inputStorage>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    read: storage.read,
    write(input: Input) {
      settle();
      return storage.write(input);
    },
    clear() {
      settle();
      storage.clear();
    },
    later(write: () => void) {
      timer ??= setTimeout(write, STORED_AFTER_MS);
    },
    isWaiting: () => timer !== undefined,
    settle,
  };
}

/** The input in this browser, and the way that it is written. */
function useStoredInput({ key, heading, form, values, base }: InputOptions) {
  const [like] = useState(values);
  const storage = useMemo(() => storingLater(inputStorage(key, like)), [key, like]);
  const asideStorage = useMemo(() => inputStorage(`${key}/aside`, like), [key, like]);
  const [input, setInput] = useState<Input | null>(() => inputFor(storage, values, base));
  const [aside, setAside] = useState<Input | null>(asideStorage.read);
  const sent = useRef(input && creatingIn(input));
  const startedFrom = input ? input.base : base;
  const began = input && input.base !== base ? input.began : values;
  const inputOf = (typed: Values, from: string | null, start: Values | undefined): Input => ({
    values: typed,
    base: from,
    ...(from !== null && start && { began: start }),
    ...(sent.current && { sent: sent.current.values }),
    ...(from === null && sent.current && { sentAt: sent.current.since }),
    title: titleOf(heading, typed),
  });
  const present = () => inputOf(form.getValues(), startedFrom, began);
  return { like, storage, asideStorage, input, setInput, aside, setAside, sent, startedFrom, began, inputOf, present };
}

type StoredInput = ReturnType<typeof useStoredInput>;

const overSaves = (stored: StoredInput, heading: string) => {
  const { like, storage, sent, startedFrom, inputOf, present, setInput } = stored;
  return {
    /** Stores the input of a form that goes on from another version, that of a new record under its own key. */
    rebase: (key: string, next: Required<Pick<Input, 'values' | 'base' | 'began'>>) => {
      const own = inputStorage(key, like);
      sent.current = null;
      if (same(next.values, next.began)) own.clear();
      else own.write(inputOf(next.values, next.base, next.began));
      setInput(null);
    },
    handOver: (key: string, typed: Values, from: string | null) => {
      storage.clear();
      inputStorage(key, like).write({ values: typed, base: from, title: titleOf(heading, typed) });
    },
    send: (output: Values) => {
      sent.current = { values: output, since: new Date(serverNow() - clockError()).toISOString() };
      storage.write(present());
    },
    /** The database has refused what the last save sent. */
    refused: () => {
      sent.current = null;
      storage.write(present());
    },
    /** A save that may have created a record: its answer has not come. */
    creating: (): Sent | null => (startedFrom === null ? sent.current : null),
  };
};

/** Input that was replaced by a newer version of the record can be brought back. */
const besideVersion = (stored: StoredInput, { values, base }: Pick<InputOptions, 'values' | 'base'>) => {
  const { storage, asideStorage, aside, inputOf, present, setInput, setAside } = stored;
  return {
    hasAside: aside !== null,
    bringBack: () => {
      if (!aside) return;
      setInput({ values: aside.values, base, began: values });
      setAside(null);
      storage.write(inputOf(aside.values, base, values));
      asideStorage.clear();
    },
    setAside: () => {
      const replaced = present();
      asideStorage.write(replaced);
      storage.clear();
      setAside(replaced);
      setInput(null);
    },
  };
};

/** Keeps what is typed in this browser, and restores it. */
export function useUnsavedInput(options: InputOptions) {
  const { heading, form, values, isDone } = options;
  const stored = useStoredInput(options);
  const { storage, asideStorage, input, setInput, setAside, sent, startedFrom, began, inputOf, present } = stored;
  // These functions keep their identity, unlike the form: the effects run only when they must.
  const { reset, subscribe, getValues } = form;

  // react-hook-form holds the values: a restored input goes in once the form is mounted.
  useEffect(() => {
    if (input) reset(input.values, { ...KEEPS_FIELDS, keepDefaultValues: true });
  }, [reset, input]);

  const store = () => {
    storage.settle();
    if (isDone()) return;
    const typed = getValues();
    const mayBeCreated = startedFrom === null && sent.current !== null;
    if (same(typed, values) && !mayBeCreated) storage.clear();
    else storage.write(inputOf(typed, startedFrom, began));
  };
  const settle = () => {
    if (storage.isWaiting()) store();
  };
  const follow = useEffectEvent(store);
  const changed = useEffectEvent(() => storage.later(follow));
  const leave = useEffectEvent(settle);
  // Browser storage follows the form, at the latest when a field, the page or the form is left.
  useEffect(() => {
    const end = subscribe({ formState: { values: true }, callback: () => changed() });
    const events = ['click', 'focusout', 'pagehide', 'visibilitychange'];
    const left = () => leave();
    for (const event of events) window.addEventListener(event, left, true);
    return () => {
      end();
      for (const event of events) window.removeEventListener(event, left, true);
      leave();
    };
  }, [subscribe]);

  return {
    base: startedFrom,
    /** Undefined when it is not known. */
    began,
    restored: input !== null,
    /** Stores what waits to be stored. A form that is done stores nothing. */
    settle,
    ...overSaves(stored, heading),
    ...besideVersion(stored, options),
    /** Stores the input once more. False: this browser cannot keep it. */
    keep: () => storage.write(present()),
    clear: () => {
      sent.current = null;
      storage.clear();
      asideStorage.clear();
      setInput(null);
      setAside(null);
    },
  };
}
