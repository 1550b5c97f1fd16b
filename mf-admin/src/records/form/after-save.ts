import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type AnyRecordKind, type Editable, openedOf, type ValuesOf } from '../../kinds/model/define-record.ts';
import { publicAddressOf, publicationRuleOf } from '../../kinds/model/public-address.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { same } from '../../kit/model/same.ts';
import { siteTime } from '../../kit/model/zones.ts';
import { isUnreadableIn } from '../../kit/readable.ts';
import { unfinishedIds, unfinishedNames } from '../../media/unfinished-uploads.ts';
import { readWithDraft } from '../../versions/data/drafts.ts';
import { useMessages } from '../../versions/messages.ts';
import type { StoredRecord } from '../../versions/stored-record.tsx';
import type { Editing, FormKind, Submission } from './editing.ts';
import { GoOn } from './go-on.ts';
import type { UnsavedInput } from './use-unsaved-input.ts';
import { nameOf } from './use-unsaved-input.ts';

const CREATED = 'was created by the save before, whose answer was lost';
const SINCE = 'What you typed since is not saved yet.';

interface Options<Kind extends AnyRecordKind> {
  readonly kind: Kind & FormKind<ValuesOf<Kind>>;
  readonly editing: Editing<Kind>;
  readonly form: UseFormReturn<ValuesOf<Kind>, unknown, ValuesOf<Kind>>;
  /** The form was saved or left: its last changes are not stored. */
  readonly done: RefObject<boolean>;
  readonly unsaved: UnsavedInput;
  readonly continueFrom: (version: Editable<Kind>, input: ValuesOf<Kind>) => void;
  readonly onFresh: (values: ValuesOf<Kind>) => void;
  /** Shows in the form what was stored, and what was not. */
  readonly onNote: (note: string, stored: StoredRecord | null) => void;
}

/** Whoever left would not see that a file of the text fails. `before`: uploads that another page has begun. */
function uploadsNote(before: ReadonlySet<string>): string {
  const names = unfinishedNames(before);
  return names.length > 0 ? `The form stays, as files were not uploaded yet: ${names.join(', ')}.` : '';
}

/** A save that the database has confirmed. */
export interface Saved<Values> {
  readonly id: string;
  readonly isNew: boolean;
  /** The values of the form when the save began, and what the schema made of them. */
  readonly submitted: Values;
  readonly output: Values;
  readonly how: Submission;
  readonly said: StoredRecord;
}

function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  // The person may leave the page while a save runs.
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** The stored version, with the text of the focused field as it was typed where that makes no difference: the caret stays. */
function asTyped<Kind extends AnyRecordKind>(
  version: Editable<Kind>,
  { submitted, output }: Pick<Saved<ValuesOf<Kind>>, 'submitted' | 'output'>,
): Editable<Kind> {
  const { values } = openedOf(version);
  const focused = document.activeElement?.getAttribute('name');
  const typed = Object.entries(submitted).filter(([name]) => {
    const key = name as keyof ValuesOf<Kind>;
    return focused === name && same(output[key], values[key]);
  });
  const shown = { ...values, ...Object.fromEntries(typed) };
  return version.draft ? { ...version, draft: { ...version.draft, values: shown } } : { ...version, values: shown };
}

/** After a save a form leaves, stays with the stored version and the input since, or begins anew. */
export function useAfterSave<Kind extends AnyRecordKind>(options: Options<Kind>) {
  type Values = ValuesOf<Kind>;
  const { kind, editing, form, done, unsaved, continueFrom, onFresh, onNote } = options;
  const { next, created, edit, source, onSaved } = editing;
  const [restarts, setRestarts] = useState(0);
  const navigate = useNavigate();
  const { say, sayStored } = useMessages();
  const goOn = useContext(GoOn);
  const isShown = useIsShown();
  const [before] = useState(unfinishedIds);

  /** The values that no answer of the database covers. */
  const openOf = ({ submitted, how }: Saved<Values>): Partial<Values> => {
    const [publication] = how.as === 'unpublished' ? (publicationRuleOf(kind) ?? []) : [];
    const open = Object.entries(form.getValues()).filter(
      ([name, value]) => name === publication || !same(value, submitted[name as keyof Values]),
    );
    return Object.fromEntries(open) as Partial<Values>;
  };
  const hasInput = ({ submitted }: Saved<Values>) => !same(form.getValues(), submitted) || isUnreadableIn(form);

  const read = async (id: string): Promise<Editable<Kind> | null> => {
    try {
      return await asStaff((client) => (source ? source.read(client) : readWithDraft(client, kind, id)));
    } catch (error) {
      console.error(error);
      return null;
    }
  };

  const leave = (address = next.address) => {
    done.current = true;
    unsaved.clear();
    void navigate(address, { state: next.state });
  };

  /** The effects run, too, so that a navigation right after the message asks nothing. */
  const showStored = (version: Editable<Kind>, saved: Saved<Values>) => {
    const stored = asTyped(version, saved);
    const open = openOf(saved);
    unsaved.clear();
    flushSync(() => continueFrom(stored, { ...openedOf(stored).values, ...open }));
  };

  /** The form of a new record goes on at its address; where it cannot, the form there restores the input. */
  const moveTo = (id: string, version: Editable<Kind> | null, saved: Saved<Values>) => {
    const address = edit?.({ id });
    if (address === undefined) return leave(created?.(id));
    done.current = true;
    if (goOn && version) goOn(id);
    else unsaved.handOver(`${kind.table}/${id}`, form.getValues(), version ? openedOf(version).updatedAt : null);
    void navigate(address, { replace: true, preventScrollReset: true });
    if (goOn && version) {
      showStored(version, saved);
    }
  };

  const stay = async (saved: Saved<Values>) => {
    const { id, isNew, how, said } = saved;
    const version = await read(id);
    const since = [how.stays ? '' : uploadsNote(before), hasInput(saved) ? SINCE : ''].join(' ').trim();
    if (isNew) moveTo(id, version, saved);
    else if (version) showStored(version, saved);
    else void navigate('.', { replace: true, preventScrollReset: true });
    const at = how.stays && version && `Draft saved at ${siteTime(openedOf(version).updatedAt)}.`;
    if (at) onNote(`${at} ${since}`.trim(), { ...said, edit: null });
    else onNote(since, said);
    if (isNew && !goOn) sayStored({ ...said, edit: null });
  };

  /** The form of a table with one row stays in any case. */
  const stayWith = async (saved: Saved<Values>, show: NonNullable<Editing<Kind>['onSaved']>) => {
    const version = await read(saved.id);
    const message = await show(saved.output);
    const since = hasInput(saved) ? SINCE : '';
    if (version) showStored(version, saved);
    say(`${message} ${since}`.trim(), []);
    // Renders the frame of the page, too. The loader reads, or says why it cannot, what could not be read here.
    void navigate(next.address, { replace: true, preventScrollReset: true, defaultShouldRevalidate: !version });
  };

  const restart = (output: Values) => {
    const kept = kind.kept.map((name) => [name, output[name as keyof Values]]);
    const values: Values = { ...kind.initial, ...Object.fromEntries(kept) };
    // A reset is no input, which would be kept.
    done.current = true;
    unsaved.clear();
    form.reset(values);
    done.current = false;
    onFresh(values);
    setRestarts((count) => count + 1);
  };

  const goOnAfter = async (saved: Saved<Values>): Promise<void> => {
    const { id, isNew, how, said, output } = saved;
    if (!isShown.current) return sayStored(said);
    if (onSaved) return stayWith(saved, onSaved);
    if (how.stays || hasInput(saved) || uploadsNote(before) !== '') return stay(saved);
    if (how.another) {
      onNote('', said);
      return restart(output);
    }
    sayStored(said);
    leave(isNew ? created?.(id) : undefined);
  };

  /** Goes on with a record whose creation had no answer. */
  const goOnWith = async (id: string, output: Values): Promise<void> => {
    const version = await read(id);
    if (!isShown.current) return;
    const view = version && publicAddressOf(kind, { ...version.stored, id });
    const said = { title: nameOf(output), change: CREATED, view, edit: edit?.({ id }) ?? null };
    const saved = { id, isNew: true, submitted: output, output, how: {}, said };
    const since = hasInput(saved) ? SINCE : '';
    moveTo(id, version, saved);
    if (goOn && version) onNote(since, { ...said, edit: null });
    else sayStored(said);
  };

  return { goOnAfter, goOnWith, leave, restarts };
}
