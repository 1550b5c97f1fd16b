import { zodResolver } from '@hookform/resolvers/zod';
import { DataError } from '@ki/shared/data/errors.ts';
import { useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { type Blocker, useRevalidator } from 'react-router-dom';
import type { z } from 'zod';
import { type KeptInput, useKeptInput } from './use-kept-input.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

/**
 * `failed`: nothing was saved. `conflict`: somebody else has saved since this form was opened. `gone`: somebody else
 * has deleted the record.
 */
export type Problem = 'failed' | 'conflict' | 'gone';

export interface SavedFormOptions<Values extends FieldValues, Output> {
  /** Names the record among all forms' records: `posts/new`, `posts/{id}`. */
  readonly record: string;
  readonly schema: z.ZodType<Output, Values>;
  /** What the form starts from. Must keep its identity between renders. */
  readonly values: Values;
  /** `updated_at` of the record; null for a new one. */
  readonly base: string | null;
  /**
   * Saves over the version `base`, or over any when `base` is null. Throws `conflict` without constraint when that
   * version is gone, `not_found` when the record is.
   */
  readonly save: (output: Output, base: string | null) => Promise<unknown>;
  /** Goes to the page that follows, after saving and after cancelling. */
  readonly leave: () => void;
  /** What to say at which field, by the constraint of the database that was violated. */
  readonly reasons?: Readonly<Record<string, { readonly field: FieldPath<Values>; readonly message: string }>>;
}

export interface SavedForm<Values extends FieldValues, Output = Values> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** Spread it over a field part: registers the field and hands over its error. */
  readonly field: (name: FieldPath<Values>) => FieldBinding<Values>;
  readonly submit: () => void;
  readonly saving: boolean;
  readonly problem: Problem | null;
  readonly kept: KeptInput;
  /** Saves over what somebody else has saved. */
  readonly overwrite: () => void;
  /** Shows what somebody else has saved; the input is set aside and can be brought back. */
  readonly reload: () => void;
  /** Forgets what was typed and shows the record as it was. */
  readonly discard: () => void;
  /** Forgets what was typed and leaves without asking. */
  readonly cancel: () => void;
  readonly leaving: Blocker;
}

type FieldBinding<Values extends FieldValues> = ReturnType<UseFormReturn<Values>['register']> & {
  readonly error: string | undefined;
};

function problemOf(error: unknown): Problem {
  if (!(error instanceof DataError)) return 'failed';
  if (error.code === 'not_found') return 'gone';
  return error.code === 'conflict' && !error.constraint ? 'conflict' : 'failed';
}

/**
 * A form that loses nothing: it keeps unsaved input in this browser until it is saved or discarded, asks before one
 * leaves, saves once however often one presses, and notices when somebody else has saved meanwhile.
 * Give its component a `key` of record and version, so that it starts anew with another one. See docs/decisions/0010.
 */
export function useSavedForm<Values extends FieldValues, Output>(
  options: SavedFormOptions<Values, Output>,
): SavedForm<Values, Output> {
  const { record, schema, values, base, save, leave, reasons = {} } = options;
  const [state, setState] = useState<'idle' | 'saving' | Problem>('idle');
  const { revalidate } = useRevalidator();
  const running = useRef(false);
  const done = useRef(false);
  const form = useForm<Values, unknown, Output>({
    defaultValues: values as DefaultValues<Values>,
    resolver: zodResolver(schema),
  });
  const leaving = useLeaveQuestion(form.formState.isDirty, done);
  const kept = useKeptInput({ record, form, values, base, done });

  const finish = () => {
    done.current = true;
    kept.forget();
    leave();
  };

  const attempt = async (output: Output, over: string | null) => {
    setState('saving');
    try {
      await save(output, over);
      finish();
    } catch (error) {
      console.error(error);
      setState(problemOf(error));
      const reason = error instanceof DataError && error.constraint ? reasons[error.constraint] : undefined;
      if (reason) form.setError(reason.field, { message: reason.message }, { shouldFocus: true });
    }
  };

  const run = async (over: string | null) => {
    if (running.current) return;
    running.current = true;
    await form.handleSubmit((output) => attempt(output, over))();
    running.current = false;
  };

  return {
    form,
    field: (name) => ({ ...form.register(name), error: form.getFieldState(name, form.formState).error?.message }),
    submit: () => void run(kept.base),
    saving: state === 'saving',
    problem: state === 'idle' || state === 'saving' ? null : state,
    kept,
    overwrite: () => void run(null),
    reload: () => {
      done.current = true;
      kept.setAside();
      void revalidate();
    },
    discard: () => {
      kept.forget();
      setState('idle');
      form.reset(values);
    },
    cancel: finish,
    leaving,
  };
}
