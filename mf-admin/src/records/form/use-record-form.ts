import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { inputKey } from '@ki/shared/session/unsaved-input.ts';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DefaultValues, type FieldError, type FieldPath, useForm } from 'react-hook-form';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { asStaff } from '../data/as-staff.ts';
import { changesOf } from '../data/changes.ts';
import { type DraftVersion, discardDraft, publishDraft, readWithDraft, saveDraft } from '../data/drafts.ts';
import { columnsOf, createRecord, type RecordSource, saveRecord, storedOf } from '../data/records.ts';
import {
  type AnyRecordKind,
  type Editable,
  openedOf,
  type RecordTexts,
  type StoreAs,
  type ValuesOf,
} from '../model/define-record.ts';
import type { FieldChange } from '../model/difference.ts';
import type { Field } from '../model/fields.ts';
import type { Values as RecordValues } from '../model/merge-record.ts';
import { changeOf, choicesOf, copyOf, type Reasons } from '../model/new-record.ts';
import { isDraft, publicAddressOf } from '../model/public-address.ts';
import type { z } from '../model/z.ts';
import { siteDateTime } from '../model/zones.ts';
import { useMessages } from '../undo/messages.ts';
import { countOf, reasonOf, refusalOf, type SaveError, saveErrorOf } from './save-errors.ts';
import type { StoredRecord } from './stored-record.tsx';
import { useComparison } from './use-comparison.ts';
import { useLeaveQuestion } from './use-leave-question.ts';
import { keyOf, nameOf, useUnsavedInput } from './use-unsaved-input.ts';

interface FormKind<Values> {
  readonly texts: RecordTexts;
  readonly schema: z.ZodType<Values, Values>;
  readonly initial: Values;
  readonly fields: Readonly<Record<string, Field>>;
  readonly reasons: Reasons;
  readonly kept: readonly string[];
}

export interface Editing<Kind extends AnyRecordKind> {
  /** Null for a new record. Must keep its identity between renders. */
  readonly record: Editable<Kind> | null;
  /** A new record begins as a copy of this one. Must keep its identity, too. */
  readonly copied?: Editable<Kind> | null;
  /** Values that the fields of a new record begin with. */
  readonly initial?: Partial<ValuesOf<Kind>>;
  readonly next: { readonly address: string; readonly state?: unknown };
  /** Where a created record is worked on further; by default `next`. */
  readonly created?: (id: string) => string;
  /** Where a record is edited, for messages about one that visitors do not see. */
  readonly edit?: (record: { readonly id: string }) => string;
  readonly defaults?: () => Partial<Record<keyof Kind['shown'] & string, unknown>>;
  /** The form of a stored record stays. Returns the message about it; must not reject. */
  readonly onSaved?: (values: ValuesOf<Kind>) => Promise<string>;
  /** Where a record is stored that is a part of something else; by default in its table. */
  readonly source?: RecordSource<Kind>;
  /** Runs before a save; null ends it, and all input stays. */
  readonly beforeSave?: (values: ValuesOf<Kind>, isPublished: boolean) => Promise<BesideSave | null>;
  /** Replaces the insert of a new record. `key` is where its unsaved input is kept, by default `{table}/new`. */
  readonly creation?: {
    readonly key: string;
    readonly create: (client: StaffClient, values: ValuesOf<Kind>) => Promise<string>;
  };
}

/** Stores what belongs to a record: before that is saved, and after it was created. */
export type BesideSave = (client: StaffClient, id: string) => Promise<void>;

export interface Submission {
  /** Stores a new record and offers an empty form. */
  readonly another?: boolean;
  readonly as?: StoreAs;
  /** Stores the input in the draft of a record. `publishAt`: when the draft is published, by default as before. */
  readonly draft?: { readonly publishAt?: string | null };
}

/** `version`: what the input began with, null to save over any other one. */
interface Saving extends Submission {
  readonly version: string | null;
}

type Stored<Kind extends AnyRecordKind> = Editable<Kind>['stored'];

async function presentVersion(client: StaffClient, kind: AnyRecordKind, id: string): Promise<DraftVersion> {
  const { draft, updatedAt } = await readWithDraft(client, kind, id);
  return { version: draft?.updatedAt ?? null, base: updatedAt };
}

const ignore: BesideSave = async () => undefined;

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
  const { copied, initial, next, created, edit, defaults, creation, source, beforeSave, onSaved } = editing;
  const [merged, setMerged] = useState<Editable<Kind> | null>(null);
  const record = merged ?? editing.record;
  const opened = record && openedOf(record);
  /** A draft of an earlier version of the record is a conflict before anything is saved. */
  const settled = record?.draft?.isStale ? 'conflict' : 'idle';
  const [state, setState] = useState<'idle' | 'saving' | SaveError>(settled);
  const [stored, setStored] = useState<StoredRecord | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [restarts, setRestarts] = useState(0);
  const [merges, setMerges] = useState(0);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { say, sayStored, offerUndo } = useMessages();
  const running = useRef(false);
  const lastHow = useRef<Submission>({});
  const done = useRef(false);
  const [first] = useState(() => ({ ...kind.initial, ...initial }));
  const [fresh, setFresh] = useState<Values | null>(null);
  const start = useMemo(
    () => (copied ? copyOf({ ...kind, initial: first }, copied.values) : first),
    [kind, copied, first],
  );
  const values = opened?.values ?? fresh ?? start;
  const form = useForm<Values, unknown, Values>({
    defaultValues: values as DefaultValues<Values>,
    resolver: zodResolver(kind.schema),
    // It follows the order of registration, which differs from that of the screen where a part registers its fields.
    shouldFocusError: false,
  });
  const leaving = useLeaveQuestion(form.formState.isDirty, done);
  const heading = record ? kind.texts.edit : kind.texts.new;
  const base = opened?.updatedAt ?? null;
  const key = keyOf(kind, editing);
  const { rebase, ...unsaved } = useUnsavedInput({ key, heading, form, values, base, done });

  /** The input goes on from the stored version, in the same form: focus, caret and scroll position stay. */
  const continueFrom = (version: Editable<Kind>, input: Values) => {
    const { values: began, updatedAt } = openedOf(version);
    rebase({ values: input, base: updatedAt, began });
    done.current = true;
    form.reset(began, { keepValues: true });
    form.reset(input, { keepDefaultValues: true });
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

  const create = (client: StaffClient, output: Values, columns: Stored<Kind>): Promise<string> =>
    creation ? creation.create(client, output) : createRecord(client, kind, columns, defaults?.());

  const save = async (
    client: StaffClient,
    { id, draft }: Editable<Kind>,
    columns: Stored<Kind>,
    { version, draft: waiting }: Saving,
  ): Promise<string> => {
    if (!draft && !waiting) {
      await (source ? source.save(client, columns, version) : saveRecord(client, kind, id, columns, version));
      return id;
    }
    const known = draft ? { version, base: draft.base } : { version: null, base: version };
    const from = version === null ? await presentVersion(client, kind, id) : known;
    const stored = columnsOf(kind, columns);
    if (waiting)
      await saveDraft(client, kind, id, stored, { ...from, publishAt: draft?.publishAt ?? null, ...waiting });
    else await publishDraft(client, kind, id, stored, from);
    return id;
  };

  /** The form stays, with the stored version and what was typed since `submitted`. */
  const stay = async (id: string, submitted: Values, show: () => Promise<string>) => {
    const version = await asStaff((client) => readWithDraft(client, kind, id)).catch(console.error);
    const message = await show();
    if (version) {
      const typed = Object.entries(form.getValues());
      const since = typed.filter(([name, value]) => value !== submitted[name as keyof Values]);
      unsaved.clear();
      // The effects run, too, so that a navigation right after the message asks nothing.
      flushSync(() => continueFrom(version, { ...openedOf(version).values, ...Object.fromEntries(since) }));
    }
    say(message, []);
    // Renders the frame of the page, too. The loader reads, or says why it cannot, what could not be read here.
    void navigate(next.address, { replace: true, preventScrollReset: true, defaultShouldRevalidate: !version });
  };

  const leave = (address = next.address) => {
    done.current = true;
    unsaved.clear();
    void navigate(address, { state: next.state });
  };

  const restart = (output: Values) => {
    const kept = kind.kept.map((name) => [name, output[name as keyof Values]]);
    const values: Values = { ...kind.initial, ...Object.fromEntries(kept) };
    // A reset is no input, which would be kept.
    done.current = true;
    unsaved.clear();
    form.reset(values);
    done.current = false;
    setFresh(values);
    setState('idle');
    setRestarts((count) => count + 1);
  };

  /** Returns false when a field was refused. */
  const attempt = async (output: Values, { another, as, ...saving }: Saving): Promise<boolean> => {
    setState('saving');
    const submitted = form.getValues();
    try {
      const columns = storedOf(kind, output, opened?.stored, as);
      const isPublished = saving.draft
        ? Boolean({ ...record?.draft, ...saving.draft }.publishAt)
        : !isDraft(kind, columns);
      const beside = beforeSave ? await beforeSave(output, isPublished) : ignore;
      if (!beside) {
        setState(state);
        return true;
      }
      if (record) await asStaff((client) => beside(client, record.id));
      const id = await asStaff((client) =>
        record ? save(client, record, columns, saving) : create(client, output, columns),
      );
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
      if (another) {
        setStored(said);
        restart(output);
        return true;
      }
      if (onSaved) {
        await stay(id, submitted, () => onSaved(output));
        return true;
      }
      sayStored(said);
      leave(record ? undefined : created?.(id));
    } catch (error) {
      console.error(error);
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
    let accepted = false;
    await form.handleSubmit(async (output) => {
      accepted = await attempt(output, how);
    })();
    if (!accepted) setRefusals((count) => count + 1);
    running.current = false;
  };

  return {
    form,
    /** Where the editor keeps what it knows of a stored record. */
    recordKey: record && inputKey(sessionStore.getState().user?.id ?? 'nobody', keyOf(kind, editing)),
    texts: kind.texts,
    table: kind.table,
    opened: record && { kind: kind.table, record: record.id },
    /** The stored version with its draft. */
    record: record as Editable<AnyRecordKind> | null,
    isNew: record === null,
    field: (name: FieldPath<Values>) => {
      const { label = '', required = false } = kind.fields[name] ?? {};
      const error = form.getFieldState(name, form.formState).error as FieldError | undefined;
      return { ...form.register(name), label, required, error: error?.message };
    },
    submit: (how: Submission = {}): void => void run({ ...how, version: unsaved.base }),
    saving: state === 'saving',
    saveError: state === 'idle' || state === 'saving' ? null : state,
    /** Why the database refused it, where no field shows that. */
    refusal,
    unsaved,
    /** The last record that was stored with `another`. */
    stored,
    restarts,
    comparison,
    /** How often the input was merged with another version. */
    merges,
    wrong: countOf(form.formState.errors),
    /** How often something was wrong after submitting. */
    refusals,
    choices: choicesOf(kind, record),
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
