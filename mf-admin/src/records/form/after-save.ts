import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type AnyRecord, type AnyRecordKind, openedOf, type Values } from '../../kinds/model/define-record.ts';
import { publicAddressOf, publicationRuleOf } from '../../kinds/model/publication.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { savedState } from '../../kit/list-place.ts';
import { same } from '../../kit/model/same.ts';
import { siteTime } from '../../kit/model/zones.ts';
import { isUnreadableIn } from '../../kit/readable.ts';
import { unfinishedIds, unfinishedNames } from '../../media/unfinished-uploads.ts';
import { readEditing } from '../../versions/data/editing.ts';
import { type StoredRecord, useMessages } from '../../versions/messages.tsx';
import { continueFrom, type Editing, type FormCore, GoOn } from './form-core.ts';
import type { Submission } from './form-state.ts';
import { KEEPS_FIELDS, nameOf } from './use-unsaved-input.ts';

const CREATED = 'was created by the save before, whose answer was lost';
const SINCE = 'What you typed since is not saved yet.';

/** A save that the database has confirmed. */
interface Saved {
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

export function useSurroundings() {
  const { say, sayStored } = useMessages();
  /** Uploads that another page has begun. */
  const [before] = useState(unfinishedIds);
  return { say, sayStored, before, navigate: useNavigate(), goOn: useContext(GoOn), isShown: useIsShown() };
}

type Form = FormCore & ReturnType<typeof useSurroundings>;

/** Whoever left would not see that a file of the text fails. */
function uploadsNote(before: ReadonlySet<string>): string {
  const names = unfinishedNames(before);
  return names.length > 0 ? `The form stays, as files were not uploaded yet: ${names.join(', ')}.` : '';
}

/** The stored version, with the text of the focused field as it was typed where that makes no difference: the caret stays. */
function asTyped(version: AnyRecord, { submitted, output }: Pick<Saved, 'submitted' | 'output'>): AnyRecord {
  const { values } = openedOf(version);
  const focused = document.activeElement?.getAttribute('name');
  const typed = Object.entries(submitted).filter(([name]) => focused === name && same(output[name], values[name]));
  const shown = { ...values, ...Object.fromEntries(typed) };
  return version.draft ? { ...version, draft: { ...version.draft, values: shown } } : { ...version, values: shown };
}

/** The values that no answer of the database covers. */
function openOf({ kind, form }: Form, { submitted, how }: Saved) {
  const [publication] = how.as === 'unpublished' ? (publicationRuleOf(kind) ?? []) : [];
  const open = Object.entries(form.getValues()).filter(
    ([name, value]) => name === publication || !same(value, submitted[name]),
  );
  return Object.fromEntries(open);
}

const hasInput = ({ form }: Form, { submitted }: Saved) => !same(form.getValues(), submitted) || isUnreadableIn(form);

async function read({ kind, editing: { source } }: Form, id: string): Promise<AnyRecord | null> {
  try {
    return await asStaff((client) => (source ? source.read(client) : readEditing(client, kind, id)));
  } catch (error) {
    console.error(error);
    return null;
  }
}

export function leave(form: Form, address = form.editing.next.address, saved?: string): void {
  const { state } = form.editing.next;
  form.machine.send({ type: 'leave' });
  form.unsaved.clear();
  void form.navigate(address, { state: state ?? (saved !== undefined && savedState(saved)) });
}

function showStored(form: Form, version: AnyRecord, saved: Saved) {
  const stored = asTyped(version, saved);
  const open = openOf(form, saved);
  form.machine.send({ type: 'stored' });
  form.unsaved.clear();
  continueFrom(form, stored, { ...openedOf(stored).values, ...open });
}

/** The form of a new record goes on at its address; where it cannot, the form there restores the input. */
function moveTo(form: Form, version: AnyRecord | null, saved: Saved) {
  const { kind, editing, machine, unsaved, goOn, navigate } = form;
  const { id } = saved;
  const address = editing.edit?.({ id });
  if (address === undefined) return leave(form, editing.created?.(id));
  machine.send({ type: 'stored' });
  if (goOn && version) goOn(id);
  else {
    const base = version ? openedOf(version).updatedAt : null;
    unsaved.handOver(`${kind.table}/${id}`, form.form.getValues(), base);
  }
  void navigate(address, { replace: true, preventScrollReset: true });
  if (goOn && version) showStored(form, version, saved);
}

async function stay(form: Form, saved: Saved) {
  const { machine, navigate, goOn, sayStored, before } = form;
  const { id, isNew, how, said } = saved;
  const version = await read(form, id);
  const since = [how.stays ? '' : uploadsNote(before), hasInput(form, saved) ? SINCE : ''].join(' ').trim();
  if (isNew) moveTo(form, version, saved);
  else if (version) showStored(form, version, saved);
  else void navigate('.', { replace: true, preventScrollReset: true });
  const at = how.stays && version && `Draft saved at ${siteTime(openedOf(version).updatedAt)}.`;
  const note = at ? `${at} ${since}`.trim() : since;
  machine.send({ type: 'noted', note, stored: at ? { ...said, edit: null } : said });
  if (isNew && !goOn) sayStored({ ...said, edit: null });
}

/** The form of a table with one row stays in any case. */
async function stayWith(form: Form, saved: Saved, show: NonNullable<Editing<AnyRecordKind>['onSaved']>) {
  const version = await read(form, saved.id);
  const message = await show(saved.output);
  const since = hasInput(form, saved) ? SINCE : '';
  if (version) showStored(form, version, saved);
  form.say(`${message} ${since}`.trim(), []);
  // Renders the frame of the page, too. The loader reads, or says why it cannot, what could not be read here.
  const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: !version };
  void form.navigate(form.editing.next.address, options);
}

function beginAnew({ kind, form, machine, unsaved }: Form, output: Values) {
  const kept = kind.kept.map((name) => [name, output[name]]);
  const values: Values = { ...kind.initial, ...Object.fromEntries(kept) };
  machine.send({ type: 'stored' });
  unsaved.clear();
  form.reset(values, KEEPS_FIELDS);
  machine.send({ type: 'begun anew', values });
}

/** After a save a form leaves, stays with the stored version and the input since, or begins anew. */
export async function goOnAfter(form: Form, saved: Saved): Promise<void> {
  form.unsaved.settle();
  const { editing, machine, sayStored } = form;
  const { id, isNew, how, said, output } = saved;
  if (!form.isShown.current) return sayStored(said);
  if (editing.onSaved) return stayWith(form, saved, editing.onSaved);
  if (how.stays || hasInput(form, saved) || uploadsNote(form.before) !== '') return stay(form, saved);
  if (how.another) {
    machine.send({ type: 'noted', note: '', stored: said });
    return beginAnew(form, output);
  }
  sayStored(said);
  leave(form, isNew ? editing.created?.(id) : undefined, id);
}

/** Goes on with a record whose creation had no answer. */
export async function goOnWith(form: Form, id: string, output: Values): Promise<void> {
  const { editing, machine, goOn, sayStored } = form;
  const version = await read(form, id);
  if (!form.isShown.current) return;
  const view = version && publicAddressOf(form.kind, { ...version.stored, id });
  const said = { title: nameOf(output), change: CREATED, view, edit: editing.edit?.({ id }) ?? null };
  const saved = { id, isNew: true, submitted: output, output, how: {}, said };
  const note = hasInput(form, saved) ? SINCE : '';
  moveTo(form, version, saved);
  if (goOn && version) machine.send({ type: 'noted', note, stored: { ...said, edit: null } });
  else sayStored(said);
}
