import { zodResolver } from '@hookform/resolvers/zod';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { inputKey } from '@ki/shared/session/unsaved-input.ts';
import { useMemo, useState } from 'react';
import { type FieldError, type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import { type AnyRecordKind, openedOf, type Values, type ValuesOf } from '../../kinds/model/define-record.ts';
import { publicAddressOf } from '../../kinds/model/public-address.ts';
import { keepingReadable, readable } from '../../kit/readable.ts';
import { useLeaveQuestion } from '../../media/use-leave-question.ts';
import { choicesOf, copyOf } from '../model/new-record.ts';
import { leave, useSurroundings } from './after-save.ts';
import type { Editing, FormKind } from './editing.ts';
import { followed } from './followed.ts';
import type { FormCore } from './form-core.ts';
import { beginning, type FormModel, nextOf } from './form-state.ts';
import { countOf } from './save-errors.ts';
import { useMachine } from './use-machine.ts';
import { useSave } from './use-save.ts';
import { keyOf, useUnsavedInput } from './use-unsaved-input.ts';
import { useVersions } from './use-versions.ts';

/** Properties that `field` binds to a control. */
export type RecordField = ReturnType<ReturnType<typeof useRecordForm>['field']>;

/** The part of {@link useRecordForm} that the frame of every form uses. */
export type RecordEditor = Omit<ReturnType<typeof useRecordForm>, 'form' | 'field' | 'fields'>;

/** The values that a new record begins with. */
function useBeginning(kind: FormCore['kind'], { copied, initial }: Editing<AnyRecordKind>): Values {
  const [first] = useState(() => ({ ...kind.initial, ...initial }));
  return useMemo(() => (copied ? copyOf({ ...kind, initial: first }, copied.values) : first), [kind, copied, first]);
}

/** The values of a form, their storage in this browser, and the version that they belong to. */
function useCore(
  kind: FormCore['kind'],
  editing: Editing<AnyRecordKind>,
  model: FormModel,
  machine: FormCore['machine'],
): FormCore {
  const record = model.record ?? editing.record;
  const opened = record && openedOf(record);
  const start = useBeginning(kind, editing);
  const values = opened?.values ?? model.fresh ?? start;
  const keepsOnly = () => {
    const { state } = machine.now();
    return state.name === 'checking' && state.keeps;
  };
  const form = useForm<Values, unknown, Values>({
    defaultValues: values,
    resolver: readable(zodResolver(kind.schema), values, keepsOnly),
    // It follows the order of registration, which differs from that of the screen where a part registers its fields.
    shouldFocusError: false,
  });
  const unsaved = useUnsavedInput({
    key: keyOf(kind, { ...editing, record }),
    heading: record ? kind.texts.edit : kind.texts.new,
    form,
    values,
    base: opened?.updatedAt ?? null,
    isDone: () => machine.now().state.name === 'done',
  });
  const next = { address: kind.at?.list ?? '' };
  const pages = editing.next ? { next: editing.next } : { next, edit: kind.at?.edit };
  return { kind, editing: { ...editing, ...pages }, form, machine, unsaved, record, values };
}

/** The notices of before a check are shown until it is over. */
function shownOf({ stored, note, focus, wasRefused, isMerged, ...model }: FormModel) {
  const state = model.state.name === 'checking' ? model.state.from : model.state;
  return { state, stored, note, focus, wasRefused, isMerged };
}

/**
 * Creates or saves a record. Unsaved input survives in this browser, leaving asks first, a double click saves once, and
 * a save over another user's version is a conflict (docs/decisions/0010). The component needs `key={updatedAt}`.
 */
export function useRecordForm<Kind extends AnyRecordKind>(
  kind: Kind & FormKind<ValuesOf<Kind>>,
  editing: Editing<Kind>,
) {
  // Its effects know no kind: they read the fields of this one.
  const [anyKind, anyEditing] = [kind as unknown as FormCore['kind'], editing as unknown as FormCore['editing']];
  const [model, machine] = useMachine(nextOf, () => beginning(anyEditing.record));
  const core = useCore(anyKind, anyEditing, model, machine);
  const { record, unsaved } = core;
  const form = core.form as unknown as UseFormReturn<ValuesOf<Kind>, unknown, ValuesOf<Kind>>;
  const around = useSurroundings();
  const choices = choicesOf(kind, record);
  const leaving = useLeaveQuestion(form.formState.isDirty, () => machine.now().state.name === 'done');
  return {
    ...shownOf(model),
    form,
    /** Where the editor keeps what it knows of a stored record. */
    recordKey: editing.record && inputKey(sessionStore.getState().user?.id ?? 'nobody', keyOf(kind, editing)),
    texts: kind.texts,
    table: kind.table,
    opened: record && { kind: kind.table, record: record.id },
    /** The stored version with its draft. */
    record,
    isNew: record === null,
    fields: kind.fields as Kind['fields'],
    field: (name: FieldPath<ValuesOf<Kind>>) => {
      const { label = '', required = false, hint, input } = kind.fields[name] ?? {};
      const error = form.getFieldState(name, form.formState).error as FieldError | undefined;
      const binding = followed(core, name, keepingReadable(form.register(name)));
      return { ...input, ...binding, hint, label, required, error: error?.message };
    },
    ...useSave(core, around, choices),
    ...useVersions(core),
    unsaved,
    wrong: countOf(form.formState.errors),
    choices,
    view: record && publicAddressOf(kind, { ...record.stored, id: record.id }),
    /** Null for what has no preview: a new record, and one without a page. */
    previewed: record && kind.hasDrafts && kind.view ? { kind: kind.table, record: record.id } : null,
    isDirty: form.formState.isDirty,
    cancel: () => leave({ ...core, ...around }),
    leaving,
    /** Leaves without saving. */
    left: () => {
      machine.send({ type: 'leave' });
      unsaved.clear();
    },
  };
}
