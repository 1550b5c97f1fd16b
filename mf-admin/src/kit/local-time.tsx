import type { ReactNode } from 'react';
import { type Control, type FieldPath, useWatch } from 'react-hook-form';
import { localTimeHint } from './model/zones.ts';

interface LocalTimeHintProps<Values extends object> {
  readonly control: Control<Values, unknown, Values>;
  readonly name: FieldPath<Values>;
  /** The stored moment, which an untouched field keeps. */
  readonly stored: string | null | undefined;
  readonly children: ReactNode;
}

/** The hint of a `datetime-local` field of a form: its zone, then the rest. Typing renders this, not the form. */
export function LocalTimeHint<Values extends object>({ control, name, stored, children }: LocalTimeHintProps<Values>) {
  const input: string = useWatch({ control, name });
  return (
    <>
      {localTimeHint(input, stored)}. {children}
    </>
  );
}
