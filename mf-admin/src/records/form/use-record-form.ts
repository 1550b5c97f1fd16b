import { zodResolver } from '@hookform/resolvers/zod';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { inputKey } from '@ki/shared/session/unsaved-input.ts';
import { useMemo, useState } from 'react';
import { type DefaultValues, type FieldError, type FieldPath, useForm } from 'react-hook-form';
import { type AnyRecordKind, type Editable, openedOf, type ValuesOf } from '../../kinds/model/define-record.ts';
import { publicAddressOf } from '../../kinds/model/public-address.ts';
import { keepingReadable, readable } from '../../kit/readable.ts';
import { useLeaveQuestion } from '../../media/use-leave-question.ts';
import { choicesOf, copyOf } from '../model/new-record.ts';
import { leave, useSurroundings } from './after-save.ts';
import type { Editing, FormKind } from './editing.ts';
import { followed } from './followed.ts';
import type { FormCore } from './form-core.ts';
import { beginning, type FormEvent, type FormModel, nextOf } from './form-state.ts';
import { countOf } from './save-errors.ts';
import { type Machine, useMachine } from './use-machine.ts';
import { useSave } from './use-save.ts';
import { keyOf, useUnsavedInput } from './use-unsaved-input.ts';
import { useVersions } from './use-versions.ts';

/** Properties that `field` binds to a control. */
export type RecordField = ReturnType<ReturnType<typeof useRecordForm>['field']>;

/** The part of {@link useRecordForm} that the frame of every form uses. */
export type RecordEditor = Omit<ReturnType<typeof useRecordForm>, 'form' | 'field' | 'fields'>;

type Machined<Kind extends AnyRecordKind> = Machine<FormModel<Kind>, FormEvent<Kind>>;

/** The values that a new record begins with. */
function useBeginning<Kind extends AnyRecordKind>(
  kind: Kind & FormKind<ValuesOf<Kind>>,
  { copied, initial }: Editing<Kind>,
): ValuesOf<Kind> {
  const [first] = useState(() => ({ ...kind.initial, ...initial }));
  return useMemo(() => (copied ? copyOf({ ...kind, initial: first }, copied.values) : first), [kind, copied, first]);
}

/** The values of a form, their storage in this browser, and the version that they belong to. */
function useCore<Kind extends AnyRecordKind>(
  kind: Kind & FormKind<ValuesOf<Kind>>,
  editing: Editing<Kind>,
  model: FormModel<Kind>,
  machine: Machined<Kind>,
): FormCore<Kind> {
  const record = model.record ?? editing.record;
  const opened = record && openedOf(record);
  const start = useBeginning(kind, editing);
  const values = opened?.values ?? model.fresh ?? start;
  const keepsOnly = () => {
    const { state } = machine.now();
    return state.name === 'checking' && state.keeps;
  };
  const form = useForm<ValuesOf<Kind>, unknown, ValuesOf<Kind>>({
    defaultValues: values as DefaultValues<ValuesOf<Kind>>,
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

/** What was said before a check is shown until it is over. */
function shownOf<Kind extends AnyRecordKind>({ stored, note, focus, wasRefused, isMerged, ...model }: FormModel<Kind>) {
  const state = model.state.name === 'checking' ? model.state.from : model.state;
  return { state: state as FormModel<AnyRecordKind>['state'], stored, note, focus, wasRefused, isMerged };
}

/**
 * Creates or saves a record. Unsaved input survives in this browser, leaving asks first, a double click saves once, and
 * a save over another user's version is a conflict (docs/decisions/0010). The component needs `key={updatedAt}`.
 */
export function useRecordForm<Kind extends AnyRecordKind>(
  kind: Kind & FormKind<ValuesOf<Kind>>,
  editing: Editing<Kind>,
) {
  const [model, machine] = useMachine(nextOf<Kind>, () => beginning(editing.record));
  const core = useCore(kind, editing, model, machine);
  const { form, record, unsaved } = core;
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
    record: record as Editable<AnyRecordKind> | null,
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
