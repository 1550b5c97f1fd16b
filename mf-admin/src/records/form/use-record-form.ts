import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldError, type FieldPath, useForm } from 'react-hook-form';
import { type Blocker, type Location, useBlocker, useNavigate, useRevalidator } from 'react-router-dom';
import { asStaff } from '../data/as-staff.ts';
import { createRecord, saveRecord } from '../data/records.ts';
import type { AnyRecordKind, Editable, RecordTexts, ValuesOf } from '../model/define-record.ts';
import type { z } from '../model/z.ts';
import { useDraft } from './use-draft.ts';

/** `conflict`: another user saved after this form was opened. `gone`: another user deleted the record. */
type SaveError = 'failed' | 'conflict' | 'gone';

interface FormKind<Values> {
  readonly texts: RecordTexts;
  readonly schema: z.ZodType<Values, Values>;
  readonly initial: Values;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly reasons: Readonly<Record<string, { readonly field: string; readonly message: string }>>;
}

export interface Editing<Kind extends AnyRecordKind> {
  /** Null for a new record. Must keep its identity between renders. */
  readonly record: Editable<Kind> | null;
  /** What the fields of a new record begin with. */
  readonly initial?: Partial<ValuesOf<Kind>>;
  readonly next: { readonly address: string; readonly state?: unknown };
  readonly defaults?: () => Partial<Record<keyof Kind['shown'] & string, unknown>>;
  readonly onSaved?: (values: ValuesOf<Kind>) => void;
  /** Replaces the insert of a new record. `draft` is the key of its draft, by default `{table}/new`. */
  readonly creation?: {
    readonly draft: string;
    readonly create: (client: StaffClient, values: ValuesOf<Kind>) => Promise<unknown>;
  };
}

/** Properties that `field` binds to a control. */
export type RecordField = ReturnType<ReturnType<typeof useRecordForm>['field']>;

/** The part of {@link useRecordForm} that the frame of every form uses. */
export type RecordEditor = Omit<ReturnType<typeof useRecordForm>, 'form' | 'field'>;

function saveErrorOf(error: unknown): SaveError {
  if (!(error instanceof DataError)) return 'failed';
  if (error.code === 'not_found') return 'gone';
  return error.code === 'conflict' && !error.constraint ? 'conflict' : 'failed';
}

/** A violated constraint has a text of the kind; a function of the database names the field of its message as hint. */
function reasonOf({ reasons, fields }: FormKind<unknown>, { constraint, hint, message }: DataError) {
  if (constraint) return reasons[constraint];
  return hint !== undefined && Object.hasOwn(fields, hint) ? { field: hint, message } : undefined;
}

/**
 * Creates or saves a record. Unsaved input survives in this browser, leaving asks first, a double click saves once, and
 * a save over another user's version is a conflict (docs/decisions/0010). The component needs `key={updatedAt}`.
 */
export function useRecordForm<Kind extends AnyRecordKind>(
  kind: Kind & FormKind<ValuesOf<Kind>>,
  { record, initial, next, defaults, creation, onSaved }: Editing<Kind>,
) {
  type Values = ValuesOf<Kind>;
  const [state, setState] = useState<'idle' | 'saving' | SaveError>('idle');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const running = useRef(false);
  const done = useRef(false);
  const [first] = useState(() => ({ ...kind.initial, ...initial }));
  const values = record?.values ?? first;
  const form = useForm<Values, unknown, Values>({
    defaultValues: values as DefaultValues<Values>,
    resolver: zodResolver(kind.schema),
  });
  const leaving = useLeaveQuestion(form.formState.isDirty, done);
  const key = record ? `${kind.table}/${record.id}` : (creation?.draft ?? `${kind.table}/new`);
  const heading = record ? kind.texts.edit : kind.texts.new;
  const draft = useDraft({ key, heading, form, values, base: record?.updatedAt ?? null, done });

  const store = (client: StaffClient, output: Values, base: string | null) => {
    if (record) return saveRecord(client, kind, record, output, base);
    return creation ? creation.create(client, output) : createRecord(client, kind, output, defaults?.());
  };

  const finish = () => {
    done.current = true;
    draft.clear();
    void navigate(next.address, { state: next.state });
  };

  const attempt = async (output: Values, base: string | null) => {
    setState('saving');
    try {
      await asStaff<unknown>((client) => store(client, output, base));
      onSaved?.(output);
      finish();
    } catch (error) {
      console.error(error);
      setState(saveErrorOf(error));
      const reason = error instanceof DataError ? reasonOf(kind, error) : undefined;
      if (reason) form.setError(reason.field as FieldPath<Values>, { message: reason.message }, { shouldFocus: true });
    }
  };

  const run = async (base: string | null) => {
    if (running.current) return;
    running.current = true;
    await form.handleSubmit((output) => attempt(output, base))();
    running.current = false;
  };

  return {
    form,
    texts: kind.texts,
    isNew: record === null,
    field: (name: FieldPath<Values>) => {
      const { label = '', required = false } = kind.fields[name] ?? {};
      const error = form.getFieldState(name, form.formState).error as FieldError | undefined;
      return { ...form.register(name), label, required, error: error?.message };
    },
    submit: (): void => void run(draft.base),
    saving: state === 'saving',
    saveError: state === 'idle' || state === 'saving' ? null : state,
    draft,
    /** Saves without the version check. */
    overwrite: () => void run(null),
    /** Reads the stored record again; the input is set aside and can be brought back. */
    reload: () => {
      done.current = true;
      draft.setAside();
      void revalidate();
    },
    discard: () => {
      draft.clear();
      setState('idle');
      form.reset(values);
    },
    cancel: finish,
    leaving,
  };
}

const addressOf = ({ pathname, search }: Location) => pathname + search;

/** Blocks navigation while there is unsaved input. `done` lets the form itself leave. */
function useLeaveQuestion(unsaved: boolean, done: RefObject<boolean>): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !done.current && addressOf(currentLocation) !== addressOf(nextLocation),
  );

  // `beforeunload` covers closing the tab and addresses outside the router.
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!done.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved, done]);

  return blocker;
}
