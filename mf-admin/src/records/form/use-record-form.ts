import { zodResolver } from '@hookform/resolvers/zod';
import { DataError } from '@ki/shared/data/errors.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { inputKey } from '@ki/shared/session/unsaved-input.ts';
import { useMemo, useRef, useState } from 'react';
import { type DefaultValues, type FieldError, type FieldPath, useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router-dom';
import { storedOf } from '../../kinds/data/records.ts';
import { type AnyRecordKind, type Editable, openedOf, type ValuesOf } from '../../kinds/model/define-record.ts';
import { isUnpublished, publicAddressOf } from '../../kinds/model/public-address.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { same } from '../../kit/model/same.ts';
import { siteDateTime } from '../../kit/model/zones.ts';
import { isUnreadableIn, keepingReadable, readable } from '../../kit/readable.ts';
import { useLeaveQuestion } from '../../media/use-leave-question.ts';
import { changesOf } from '../../versions/data/changes.ts';
import { discardDraft } from '../../versions/data/drafts.ts';
import { useComparison } from '../../versions/merge/use-comparison.ts';
import { useMessages } from '../../versions/messages.ts';
import type { FieldChange } from '../../versions/model/difference.ts';
import type { Values as RecordValues } from '../../versions/model/merge-record.ts';
import type { StoredRecord } from '../../versions/stored-record.tsx';
import { changeOf, choicesOf, copyOf } from '../model/new-record.ts';
import { useAfterSave } from './after-save.ts';
import type { BesideSave, Editing, FormKind, Saving, Submission } from './editing.ts';
import { findCreated, storeRecord } from './record-store.ts';
import { countOf, isAnswer, reasonOf, refusalOf, type SaveError, saveErrorOf } from './save-errors.ts';
import { useLostAnswer } from './use-lost-answer.ts';
import { keyOf, nameOf, type Sent, useUnsavedInput } from './use-unsaved-input.ts';

const ignore: BesideSave = async () => undefined;

const KEPT = 'Kept in this browser. Nothing is stored yet.';
const NOT_KEPT = 'This browser cannot keep what you typed, and nothing is stored yet.';
const NOT_MADE = 'This save was not made: please save again.';
const NOTHING_NEW = 'There is nothing new to keep.';

const draftedUntil = ({ publishAt }: { readonly publishAt?: string | null }) =>
  publishAt
    ? `has a draft, which is published on ${siteDateTime(publishAt)}`
    : 'has a draft; visitors see no change of it';

/** Properties that `field` binds to a control. */
export type RecordField = ReturnType<ReturnType<typeof useRecordForm>['field']>;

/** The part of {@link useRecordForm} that the frame of every form uses. */
export type RecordEditor = Omit<ReturnType<typeof useRecordForm>, 'form' | 'field'>;

/**
 * Creates or saves a record. Unsaved input survives in this browser, leaving asks first, a double click saves once, and
 * a save over another user's version is a conflict (docs/decisions/0010). The component needs `key={updatedAt}`.
 */
export function useRecordForm<Kind extends AnyRecordKind>(
  kind: Kind & FormKind<ValuesOf<Kind>>,
  editing: Editing<Kind>,
) {
  type Values = ValuesOf<Kind>;
  const { copied, initial, edit, source, beforeSave } = editing;
  const [merged, setMerged] = useState<Editable<Kind> | null>(null);
  const record = merged ?? editing.record;
  const opened = record && openedOf(record);
  /** A draft of an earlier version of the record is a conflict before anything is saved. */
  const settled = record?.draft?.isStale ? 'conflict' : 'idle';
  const [state, setState] = useState<'idle' | 'saving' | SaveError>(settled);
  const [stored, setStored] = useState<StoredRecord | null>(null);
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [merges, setMerges] = useState(0);
  const { revalidate } = useRevalidator();
  const { offerUndo } = useMessages();
  const running = useRef(false);
  const lastHow = useRef<Submission>({});
  const done = useRef(false);
  const keepsOnly = useRef(false);
  const [first] = useState(() => ({ ...kind.initial, ...initial }));
  const [fresh, setFresh] = useState<Values | null>(null);
  const start = useMemo(
    () => (copied ? copyOf({ ...kind, initial: first }, copied.values) : first),
    [kind, copied, first],
  );
  const values = opened?.values ?? fresh ?? start;
  const form = useForm<Values, unknown, Values>({
    defaultValues: values as DefaultValues<Values>,
    resolver: readable(zodResolver(kind.schema), values, keepsOnly),
    // It follows the order of registration, which differs from that of the screen where a part registers its fields.
    shouldFocusError: false,
  });
  const leaving = useLeaveQuestion(form.formState.isDirty, done);
  const heading = record ? kind.texts.edit : kind.texts.new;
  const base = opened?.updatedAt ?? null;
  const key = keyOf(kind, { ...editing, record });
  const { rebase, ...unsaved } = useUnsavedInput({ key, heading, form, values, base, done });

  /** The input goes on from the stored version, in the same form: focus, caret and scroll position stay. */
  const continueFrom = (version: Editable<Kind>, input: Values) => {
    const { values: began, updatedAt } = openedOf(version);
    rebase(`${kind.table}/${version.id}`, { values: input, base: updatedAt, began });
    done.current = true;
    form.reset(began, { keepValues: true });
    // Fields that hold their value already are not written: caret, undo history and half-typed dates stay.
    const present = form.getValues();
    for (const name of Object.keys(input) as FieldPath<Values>[]) {
      const value = input[name as keyof Values];
      if (!same(present[name as keyof Values], value)) form.setValue(name, value as never, { shouldDirty: true });
    }
    done.current = false;
    setMerged(version);
    setState(version.draft?.isStale ? 'conflict' : 'idle');
  };

  const comparison = useComparison(kind, {
    record,
    began: unsaved.began,
    version: unsaved.base,
    read: source?.read,
    typed: () => form.getValues(),
    onMerged: (input, version) => {
      unsaved.setAside();
      continueFrom(version, input as Values);
      setMerges((count) => count + 1);
    },
    onGone: () => setState('gone'),
  });

  const { goOnAfter, goOnWith, leave, restarts } = useAfterSave({
    kind,
    editing,
    form,
    done,
    unsaved,
    continueFrom,
    onFresh: (values) => {
      setFresh(values);
      setState('idle');
    },
    onNote: (text, said) => {
      setNote(text);
      setStored(said);
    },
  });

  const isCreated = useLostAnswer({
    creating: () => (record ? null : unsaved.creating()),
    find: (sent) => asStaff((client) => findCreated(client, kind, sent as Sent<Values>, editing)),
    onFound: (id, output) => goOnWith(id, output as Values),
    onNote: setNote,
  });

  /** Returns false when a field was refused. */
  const attempt = async (output: Values, how: Saving): Promise<boolean> => {
    const { as, ...saving } = how;
    setState('saving');
    const submitted = structuredClone(form.getValues());
    let isUnderWay = false;
    try {
      if (await isCreated()) {
        setNote((said) => `${said} ${NOT_MADE}`.trim());
        return true;
      }
      const columns = storedOf(kind, output, opened?.stored, as);
      const isPublished = saving.draft
        ? Boolean({ ...record?.draft, ...saving.draft }.publishAt)
        : !isUnpublished(kind, columns);
      const beside = beforeSave ? await beforeSave(output, isPublished) : ignore;
      if (!beside) {
        setState(state);
        return true;
      }
      if (record) await asStaff((client) => beside(client, record.id));
      unsaved.send(output);
      isUnderWay = true;
      const id = await asStaff((client) => storeRecord(client, kind, record, columns, output, editing, saving));
      isUnderWay = false;
      if (!record) await asStaff((client) => beside(client, id)).catch(console.error);
      const shown = { ...(record && saving.draft ? record.stored : columns), id };
      const change = saving.draft
        ? draftedUntil({ ...record?.draft, ...saving.draft })
        : changeOf(kind, shown, record === null, as);
      const said = {
        title: nameOf(output),
        change,
        view: publicAddressOf(kind, shown),
        edit: edit?.({ id }) ?? null,
      };
      await goOnAfter({ id, isNew: record === null, submitted, output, how, said });
    } catch (error) {
      console.error(error);
      if (!record && isUnderWay && isAnswer(error)) unsaved.refused();
      setState(saveErrorOf(error));
      const reason = error instanceof DataError ? reasonOf(kind, error) : undefined;
      setRefusal(reason ? null : refusalOf(error));
      if (reason) form.setError(reason.field as FieldPath<Values>, { message: reason.message });
      return !reason;
    }
    return true;
  };

  const run = async (how: Saving) => {
    if (running.current) return;
    running.current = true;
    const { version: _, ...submission } = how;
    lastHow.current = submission;
    setStored(null);
    setNote('');
    let accepted = false;
    await form.handleSubmit(async (output) => {
      accepted = await attempt(output, how);
    })();
    if (!accepted) setRefusals((count) => count + 1);
    if (!accepted && how.stays) setNote(unsaved.keep() ? KEPT : NOT_KEPT);
    running.current = false;
  };

  /** Keeps the input without storing it. Unreadable controls are refused as when it is stored. */
  const keepHere = async () => {
    if (running.current) return;
    running.current = true;
    keepsOnly.current = true;
    setStored(null);
    let accepted = false;
    await form.handleSubmit(() => {
      accepted = true;
    })();
    keepsOnly.current = false;
    running.current = false;
    if (!accepted) setRefusals((count) => count + 1);
    if (form.formState.isDirty) setNote(unsaved.keep() ? KEPT : NOT_KEPT);
    else setNote(accepted ? NOTHING_NEW : '');
  };
  const choices = choicesOf(kind, record);

  return {
    form,
    /** Where the editor keeps what it knows of a stored record. */
    recordKey: editing.record && inputKey(sessionStore.getState().user?.id ?? 'nobody', keyOf(kind, editing)),
    texts: kind.texts,
    table: kind.table,
    opened: record && { kind: kind.table, record: record.id },
    /** The stored version with its draft. */
    record: record as Editable<AnyRecordKind> | null,
    isNew: record === null,
    field: (name: FieldPath<Values>) => {
      const { label = '', required = false } = kind.fields[name] ?? {};
      const error = form.getFieldState(name, form.formState).error as FieldError | undefined;
      return { ...keepingReadable(form.register(name)), label, required, error: error?.message };
    },
    submit: (how: Submission = {}): void => void run({ ...how, version: unsaved.base }),
    /** Keeps work, and publishes nothing: in a draft where `asDraft` and the kind allow it, else in this browser. */
    keep: (asDraft: boolean): void => {
      const isNews = record === null || form.formState.isDirty || isUnreadableIn(form);
      if (asDraft && choices.keeps && isNews) void run({ ...choices.keeps, stays: true, version: unsaved.base });
      else void keepHere();
    },
    saving: state === 'saving',
    saveError: state === 'idle' || state === 'saving' ? null : state,
    /** Why the database refused it, where no field shows that. */
    refusal,
    unsaved,
    /** The last record that was stored while the form stays, and what else there is to say. */
    stored,
    note,
    restarts,
    comparison,
    /** How often the input was merged with another version. */
    merges,
    wrong: countOf(form.formState.errors),
    /** How often something was wrong after submitting. */
    refusals,
    choices,
    view: record && publicAddressOf(kind, { ...record.stored, id: record.id }),
    /** Null for what has no preview: a new record, and one without a page. */
    previewed: record && kind.hasDrafts && kind.view ? { kind: kind.table, record: record.id } : null,
    isDirty: form.formState.isDirty,
    /** Saves as before, without the version check. */
    overwrite: () => void run({ ...lastHow.current, version: null }),
    /** Reads the stored record again; the input is set aside and can be brought back. */
    reload: () => {
      done.current = true;
      unsaved.setAside();
      // The version of somebody else was read before the input was restored: no other one remounts the form.
      if (unsaved.base !== base) {
        form.reset(values);
        done.current = false;
        setState(settled);
      }
      void revalidate();
    },
    discard: () => {
      unsaved.clear();
      setState(settled);
      form.reset(values);
    },
    /** Reads the differences of the stored draft to the record. */
    changes: async (): Promise<readonly FieldChange[]> =>
      record?.draft ? changesOf(kind.fields, record.values as RecordValues, record.draft.values as RecordValues) : [],
    /** Deletes the stored draft, which can be restored. Unsaved input can be brought back. */
    discardDraft: async (): Promise<void> => {
      if (!record?.draft) return;
      const { id, updatedAt, values: stored } = record.draft;
      await asStaff((client) => discardDraft(client, record.id, updatedAt));
      offerUndo({ id, name: `The draft of ${nameOf(stored)}` });
      done.current = true;
      if (form.formState.isDirty) unsaved.setAside();
      else unsaved.clear();
      await revalidate();
    },
    cancel: () => leave(),
    leaving,
  };
}
