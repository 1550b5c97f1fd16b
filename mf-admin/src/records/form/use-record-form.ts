import { zodResolver } from '@hookform/resolvers/zod';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { inputKey } from '@ki/shared/session/unsaved-input.ts';
import { type ChangeEvent, useCallback, useMemo, useState } from 'react';
import { type FieldError, type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import {
  type AnyRecord,
  type AnyRecordKind,
  openedOf,
  type Values,
  type ValuesOf,
} from '../../kinds/model/define-record.ts';
import { publicAddressOf } from '../../kinds/model/publication.ts';
import { placeIn } from '../../kit/list-place.ts';
import { same } from '../../kit/model/same.ts';
import { keepingReadable, readable } from '../../kit/readable.ts';
import { useLeaveQuestion } from '../../media/use-leave-question.ts';
import { leave, useSurroundings } from './after-save.ts';
import type { Editing, FormCore, FormKind, Machine } from './form-core.ts';
import { beginning, type FormEvent, type FormModel, nextOf } from './form-state.ts';
import { choicesOf, copyOf, countOf } from './record-store.ts';
import { useSave } from './use-save.ts';
import { keyOf, useUnsavedInput } from './use-unsaved-input.ts';
import { useVersions } from './use-versions.ts';

/** Two presses of one frame meet the state that the first one has made, which is not rendered yet. */
function useMachine(record: AnyRecord | null): readonly [FormModel, Machine] {
  const [first] = useState(() => beginning(record));
  const [shown, show] = useState(first);
  const [machine] = useState(() => {
    let model = first;
    const send = (event: FormEvent): boolean => {
      const next = nextOf(model, event);
      if (next === model) return false;
      model = next;
      show(next);
      return true;
    };
    return { now: () => model, send };
  });
  return [shown, machine];
}

interface Binding {
  readonly onChange: (event: never) => Promise<unknown>;
}

interface Followed {
  readonly kind: Pick<AnyRecordKind, 'fields'>;
  readonly form: Pick<FormCore['form'], 'getValues' | 'setValue' | 'formState'>;
  readonly isNew: boolean;
}

/** The binding of a field that others follow, such as the slug its title, until somebody edits them. */
function followed<Bound extends Binding>({ kind, form, isNew }: Followed, name: string, binding: Bound): Bound {
  const [follower, field] = Object.entries(kind.fields).find(([, { follows }]) => follows?.field === name) ?? [];
  if (follower === undefined || !field?.follows || !(isNew || field.follows.isStored)) return binding;
  const { by, isStored } = field.follows;
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [current, before] = form.getValues([follower, name]);
    const isUnedited = (current === '' && !isStored) || current === by(String(before));
    const changed = binding.onChange(event as never);
    const shouldValidate = form.formState.isSubmitted;
    if (isUnedited) form.setValue(follower, by(event.target.value), { shouldDirty: true, shouldValidate });
    return changed;
  };
  return { ...binding, onChange };
}

export type RecordField = ReturnType<ReturnType<typeof useRecordForm>['field']>;

/** The part of {@link useRecordForm} that the frame of every form uses. */
export type RecordEditor = Omit<ReturnType<typeof useRecordForm>, 'form' | 'field' | 'inputs'>;

/** The object of before while a new one holds the same. */
function useSame<Of>(value: Of): Of {
  const [kept, keep] = useState(value);
  if (same(kept, value)) return kept;
  keep(value);
  return value;
}

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
  const [list] = useState(() => placeIn(kind.at?.list ?? ''));
  const pages = editing.next ? { next: editing.next } : { next: { address: list }, edit: kind.at?.edit };
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
  const [model, machine] = useMachine(anyEditing.record);
  const core = useCore(anyKind, anyEditing, model, machine);
  const { record, unsaved, form: anyForm } = core;
  const form = anyForm as unknown as UseFormReturn<ValuesOf<Kind>, unknown, ValuesOf<Kind>>;
  const isNew = record === null;
  const field = useCallback(
    (name: FieldPath<ValuesOf<Kind>>) => {
      const { label = '', required = false, hint, input } = kind.fields[name] ?? {};
      const error = form.getFieldState(name).error as FieldError | undefined;
      const binding = followed({ kind, form: anyForm, isNew }, name, keepingReadable(form.register(name)));
      return { ...input, ...binding, hint, label, required, error: error?.message };
    },
    [kind, form, anyForm, isNew],
  );
  const stored: object | undefined = useSame(record?.stored);
  const view = record && publicAddressOf(kind, { ...record.stored, id: record.id });
  /** All that the fields are drawn from: a save of a draft changes none of it. */
  const inputs = useMemo(
    () => ({ form, field, fields: kind.fields as Kind['fields'], texts: kind.texts, isNew, stored, view }),
    [form, field, kind, isNew, stored, view],
  );
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
    record,
    isNew,
    field,
    inputs,
    ...useSave(core, around, choices),
    ...useVersions(core),
    unsaved,
    wrong: countOf(form.formState.errors),
    choices,
    view,
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
