import { zodResolver } from '@hookform/resolvers/zod';
import { DataError } from '@ki/shared/data/errors.ts';
import { useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { type Blocker, useRevalidator } from 'react-router-dom';
import type { z } from 'zod';
import type { RecordTexts } from '../model/define-record.ts';
import { type KeptInput, useKeptInput } from './use-kept-input.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

/**
 * `failed`: nothing was saved. `conflict`: somebody else has saved since this form was opened. `gone`: somebody else
 * has deleted the record.
 */
export type Problem = 'failed' | 'conflict' | 'gone';

/** What a form needs to know of the kind of record that it edits. */
export interface FormKind<Values extends FieldValues> {
  readonly schema: z.ZodType<Values, Values>;
  readonly fields: Readonly<Record<string, { readonly label: string; readonly required: boolean }>>;
  readonly texts: Pick<RecordTexts, 'new' | 'edit' | 'create' | 'update' | 'createFailed' | 'updateFailed'>;
  /** What to say at which field, by the constraint of the database that was violated. */
  readonly reasons: Readonly<Record<string, { readonly field: string; readonly message: string }>>;
}

/** What a form edits, and how it saves. */
export interface Editing<Values> {
  /** Names the record among all forms' records: `posts/new`, `posts/{id}`. */
  readonly record: string;
  /** What the form starts from. Must keep its identity between renders. */
  readonly values: Values;
  /** `updated_at` of the record; null for a new one. */
  readonly base: string | null;
  /**
   * Saves over the version `base`, or over any when `base` is null. Throws `conflict` without constraint when that
   * version is gone, `not_found` when the record is.
   */
  readonly save: (values: Values, base: string | null) => Promise<unknown>;
  /** Goes to the page that follows, after saving and after cancelling. */
  readonly leave: () => void;
}

export interface SavedForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly kind: FormKind<Values>;
  readonly isNew: boolean;
  /** Spread it over a field part: registers the field, names it, and hands over its error. */
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
  readonly label: string;
  readonly required: boolean;
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
export function useSavedForm<Values extends FieldValues>(
  kind: FormKind<Values>,
  { record, values, base, save, leave }: Editing<Values>,
): SavedForm<Values> {
  const [state, setState] = useState<'idle' | 'saving' | Problem>('idle');
  const { revalidate } = useRevalidator();
  const running = useRef(false);
  const done = useRef(false);
  const form = useForm<Values, unknown, Values>({
    defaultValues: values as DefaultValues<Values>,
    resolver: zodResolver(kind.schema),
  });
  const leaving = useLeaveQuestion(form.formState.isDirty, done);
  const kept = useKeptInput({ record, form, values, base, done });

  const finish = () => {
    done.current = true;
    kept.forget();
    leave();
  };

  const attempt = async (output: Values, over: string | null) => {
    setState('saving');
    try {
      await save(output, over);
      finish();
    } catch (error) {
      console.error(error);
      setState(problemOf(error));
      const reason = error instanceof DataError && error.constraint ? kind.reasons[error.constraint] : undefined;
      if (reason) form.setError(reason.field as FieldPath<Values>, { message: reason.message }, { shouldFocus: true });
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
    kind,
    isNew: base === null,
    field: (name) => {
      const { label = '', required = false } = kind.fields[name] ?? {};
      const { error } = form.getFieldState(name, form.formState);
      return { ...form.register(name), label, required, error: error?.message };
    },
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
