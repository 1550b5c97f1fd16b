import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export type TextForm<Values extends FieldValues> = Pick<
  UseFormReturn<Values, unknown, Values>,
  'control' | 'getValues' | 'register' | 'subscribe'
>;

/** A field of the form, which owns the text. */
export interface TextSource {
  readonly read: () => string;
  readonly write: (text: string) => void;
  /** Calls the listener on each change of the form, until the returned function is called. */
  readonly follow: (listener: () => void) => () => void;
}

export function useTextSource<Values extends FieldValues>(
  { getValues, register, subscribe }: TextForm<Values>,
  name: FieldPath<Values>,
): TextSource {
  // These functions keep their identity, unlike the form.
  return useMemo(
    () => ({
      read: () => String(getValues(name) ?? ''),
      write: (value) => void register(name).onChange({ type: 'change', target: { name, value } }),
      follow: (callback) => subscribe({ formState: { values: true }, callback }),
    }),
    [getValues, register, subscribe, name],
  );
}

const PAUSE_MS = 300;

/**
 * Returns the value that `read` had after the last pause in typing, so that a key waits for nothing that is drawn from
 * the text. A text keeps its identity while it is the same.
 */
export function useSettled<Of>(follow: TextSource['follow'], read: () => Of): Of {
  const [settled, settle] = useState(read);
  const now = useEffectEvent(() => startTransition(() => settle(() => read())));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    now();
    const leave = follow(() => {
      clearTimeout(timer);
      timer = setTimeout(now, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [follow]);
  return settled;
}
