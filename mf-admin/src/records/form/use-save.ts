import { DataError } from '@ki/shared/data/errors.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { storedOf } from '../../kinds/data/records.ts';
import { openedOf, type Values } from '../../kinds/model/define-record.ts';
import { isUnpublished, publicAddressOf } from '../../kinds/model/publication.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { siteDateTime } from '../../kit/model/zones.ts';
import { isUnreadableIn } from '../../kit/readable.ts';
import type { StoredRecord } from '../../versions/messages.tsx';
import { goOnAfter, goOnWith, type useSurroundings } from './after-save.ts';
import type { BesideSave, FormCore } from './form-core.ts';
import type { Saving, Submission } from './form-state.ts';
import {
  type Choices,
  changeOf,
  findCreated,
  isAnswer,
  reasonOf,
  refusalOf,
  type Stored,
  saveErrorOf,
  storeRecord,
} from './record-store.ts';
import { nameOf, type Sent } from './use-unsaved-input.ts';

const NOT_STORED = 'The answer to the save before was lost. It has stored nothing.';
const UNREAD = 'The answer to the save before was lost. The next save first looks whether it has arrived.';

interface Options {
  readonly creating: () => Sent | null;
  readonly find: (sent: Sent) => Promise<string | null>;
  /** Goes on with the record that was found. */
  readonly onFound: (id: string, values: Values) => Promise<void>;
  readonly onNote: (note: string) => void;
}

/**
 * A save whose answer was lost, by a reload or on the way, may have created its record: once more would be twice. The
 * form looks for it when it opens, and before it creates. Returns whether there is one.
 */
function useLostAnswer({ creating, find, onFound, onNote }: Options): () => Promise<boolean> {
  const looking = useRef<Promise<boolean> | null>(null);

  const look = async (): Promise<boolean> => {
    const sent = creating();
    const id = sent && (await find(sent));
    if (sent && id !== null) await onFound(id, sent.values);
    return id !== null;
  };
  const isCreated = (): Promise<boolean> => {
    looking.current ??= look().finally(() => {
      looking.current = null;
    });
    return looking.current;
  };

  const open = useEffectEvent(async () => {
    if (!creating()) return;
    try {
      if (!(await isCreated())) onNote(NOT_STORED);
    } catch (error) {
      console.error(error);
      onNote(UNREAD);
    }
  });
  // The database knows it.
  useEffect(() => void open(), []);

  return isCreated;
}

const ignore: BesideSave = async () => undefined;

const KEPT = 'Kept in this browser. Nothing is stored yet.';
const NOT_KEPT = 'This browser cannot keep what you typed, and nothing is stored yet.';
const NOT_MADE = 'This save was not made: please save again.';
const NOTHING_NEW = 'There is nothing new to keep.';

const keptNote = ({ unsaved }: FormCore) => (unsaved.keep() ? KEPT : NOT_KEPT);

const draftedUntil = ({ publishAt }: { readonly publishAt?: string | null }) =>
  publishAt
    ? `has a draft, which will be published on ${siteDateTime(publishAt)}`
    : 'has a draft; visitors see no change of it';

/** The values of a save, as typed and as stored. */
interface Content {
  readonly output: Values;
  readonly columns: Stored;
  readonly how: Saving;
}

/** Null when a person has refused it. */
async function besideOf(
  { kind, record, editing: { beforeSave } }: FormCore,
  { output, columns, how: { draft } }: Content,
): Promise<BesideSave | null> {
  if (!beforeSave) return ignore;
  const isPublished = draft ? Boolean({ ...record?.draft, ...draft }.publishAt) : !isUnpublished(kind, columns);
  return beforeSave(output, isPublished);
}

/** Returns the id. */
async function write(
  { kind, record, editing, unsaved }: FormCore,
  { output, columns, how }: Content,
  beside: BesideSave,
): Promise<string> {
  if (record) await asStaff((client) => beside(client, record.id));
  unsaved.send(output);
  try {
    const id = await asStaff((client) => storeRecord(client, kind, record, columns, output, editing, how));
    if (!record) await asStaff((client) => beside(client, id)).catch(console.error);
    return id;
  } catch (error) {
    if (!record && isAnswer(error)) unsaved.refused();
    throw error;
  }
}

function saidOf(
  { kind, record, editing }: FormCore,
  { output, columns, how: { draft, as } }: Content,
  id: string,
): StoredRecord {
  const shown = { ...(record && draft ? record.stored : columns), id };
  const change = draft ? draftedUntil({ ...record?.draft, ...draft }) : changeOf(kind, shown, record === null, as);
  const [view, edit] = [publicAddressOf(kind, shown), editing.edit?.({ id }) ?? null];
  return { title: nameOf(output), change, view, edit };
}

/** A field shows why the database refused its value; else the form does. */
function fail(core: FormCore, how: Saving, error: unknown): void {
  console.error(error);
  const reason = error instanceof DataError ? reasonOf(core.kind, error) : undefined;
  if (reason) {
    core.form.setError(reason.field, { message: reason.message });
    core.machine.send({ type: 'failed at a field', note: how.stays ? keptNote(core) : '' });
  } else core.machine.send({ type: 'failed', error: saveErrorOf(error), refusal: refusalOf(error) });
}

/** Null when a field is wrong. */
async function check({ form }: FormCore): Promise<Values | null> {
  let output: Values | null = null;
  await form.handleSubmit((values) => {
    output = values;
  })();
  return output;
}

/** Stores the input of a form, or keeps it in this browser. */
export function useSave(core: FormCore, around: ReturnType<typeof useSurroundings>, choices: Choices) {
  const { kind, editing, form, machine, unsaved, record } = core;
  const { now, send } = machine;
  const placed = { ...core, ...around };

  const isCreated = useLostAnswer({
    creating: () => (record ? null : unsaved.creating()),
    find: (sent) => asStaff((client) => findCreated(client, kind, sent, editing)),
    onFound: (id, output) => goOnWith(placed, id, output),
    onNote: (note) => send({ type: 'noted', note, stored: now().stored }),
  });

  const store = async (output: Values, how: Saving): Promise<void> => {
    const submitted = structuredClone(form.getValues());
    try {
      if (await isCreated()) {
        const { note, stored } = now();
        send({ type: 'noted', note: `${note} ${NOT_MADE}`.trim(), stored });
        return;
      }
      const before = record ? openedOf(record).stored : undefined;
      const content = { output, columns: storedOf(kind, output, before, how.as), how };
      const beside = await besideOf(core, content);
      if (!beside) return void send({ type: 'returned', note: '' });
      send({ type: 'agreed' });
      const id = await write(core, content, beside);
      const said = saidOf(core, content, id);
      await goOnAfter(placed, { id, isNew: record === null, submitted, output, how, said });
    } catch (error) {
      fail(core, how, error);
    }
  };

  const save = async (how: Submission, version: string | null): Promise<void> => {
    if (!send({ type: 'submit', how })) return;
    const output = await check(core);
    if (!output) send({ type: 'refused', note: how.stays ? keptNote(core) : '' });
    else if (send({ type: 'accepted' })) await store(output, { ...how, version });
  };

  /** Keeps the input without storing it. Unreadable controls are refused as when it is stored. */
  const keepHere = async (): Promise<void> => {
    if (!send({ type: 'keep' })) return;
    const isReadable = (await check(core)) !== null;
    const note = form.formState.isDirty ? keptNote(core) : isReadable ? NOTHING_NEW : '';
    send({ type: isReadable ? 'returned' : 'refused', note });
  };

  return {
    submit: (how: Submission = {}): void => void save(how, unsaved.base),
    /** Keeps work, and publishes nothing: in a draft where `asDraft` and the kind allow it, else in this browser. */
    keep: (asDraft: boolean): void => {
      const isNews = record === null || form.formState.isDirty || isUnreadableIn(form);
      if (asDraft && choices.keeps && isNews) void save({ ...choices.keeps, stays: true }, unsaved.base);
      else void keepHere();
    },
    /** Saves as before, without the version check. */
    overwrite: (): void => void save(now().how, null),
  };
}
