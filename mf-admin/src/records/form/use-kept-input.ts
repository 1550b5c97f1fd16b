import { type RefObject, useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Draft, draftPlace } from './draft.ts';

interface KeptInputOptions<Values extends FieldValues, Output> {
  readonly record: string;
  readonly form: UseFormReturn<Values, unknown, Output>;
  readonly values: Values;
  readonly base: string | null;
  /** The form is finished with: what it still reports is not kept. */
  readonly done: RefObject<boolean>;
}

export interface KeptInput {
  /** `updated_at` of what the input was typed over. */
  readonly base: string | null;
  /** Input of an earlier visit stands in the form. */
  readonly restored: boolean;
  /** Input that gave way to a newer version of the record can be brought back. */
  readonly hasAside: boolean;
  readonly bringBack: () => void;
  readonly setAside: () => void;
  readonly forget: () => void;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Keeps a form's unsaved input in this browser, and puts it back into the form that opens next. */
export function useKeptInput<Values extends FieldValues, Output>(options: KeptInputOptions<Values, Output>): KeptInput {
  const { record, form, values, base, done } = options;
  // Unlike the form itself these keep their identity, so that the effects run only when they must.
  const { reset, subscribe, getValues } = form;
  const [place] = useState(() => draftPlace(record, values));
  const [asidePlace] = useState(() => draftPlace(`${record}/aside`, values));
  const [kept, setKept] = useState<Draft<Values> | null>(place.read);
  const [aside, setAside] = useState<Draft<Values> | null>(asidePlace.read);
  const startedFrom = kept ? kept.base : base;

  // The form library: it holds the values, and takes the kept ones once it is there.
  useEffect(() => {
    if (kept) reset(kept.values, { keepDefaultValues: true });
  }, [reset, kept]);

  // The browser's storage: follows every change, so that a reload at any moment loses nothing.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => {
          if (done.current) return;
          if (same(typed, values)) place.clear();
          else place.write({ values: typed, base: startedFrom });
        },
      }),
    [subscribe, place, values, startedFrom, done],
  );

  return {
    base: startedFrom,
    restored: kept !== null,
    hasAside: aside !== null,
    bringBack: () => {
      if (!aside) return;
      setKept({ values: aside.values, base });
      setAside(null);
      asidePlace.clear();
    },
    setAside: () => {
      asidePlace.write({ values: getValues(), base: startedFrom });
      place.clear();
    },
    forget: () => {
      place.clear();
      asidePlace.clear();
      setKept(null);
      setAside(null);
    },
  };
}
