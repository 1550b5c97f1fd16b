import type { AnyRecord, StoreAs, Values } from '../../kinds/model/define-record.ts';
import type { Compared } from '../../versions/merge/compare.ts';
import type { StoredRecord } from '../../versions/messages.tsx';

export interface Submission {
  /** Stores a new record and offers an empty form. */
  readonly another?: boolean;
  readonly as?: StoreAs;
  /** The form stays, and says when it was saved. */
  readonly stays?: boolean;
  /** Stores the input in the draft of a record. `publishAt`: when the draft is published, by default as before. */
  readonly draft?: { readonly publishAt?: string | null };
}

/** `version`: what the input began with, null to save over any other one. */
export interface Saving extends Submission {
  readonly version: string | null;
}

export type SaveError = 'failed' | 'conflict' | 'gone';

/** Waits for a person. `conflict`: another user saved after this form was opened. `gone`: another user deleted the record. */
type Resting =
  | { readonly name: 'editing' | 'gone' }
  | { readonly name: 'failed'; readonly refusal: string | null }
  | { readonly name: 'conflict'; readonly comparison: 'closed' | 'loading' | 'failed' };

type State =
  | Resting
  /** The schema checks the input; with `keeps` only whether the browser can read it. */
  | { readonly name: 'checking'; readonly from: Resting; readonly keeps: boolean }
  /** A lost answer is looked for, and a person may be asked. */
  | { readonly name: 'asking'; readonly from: Resting }
  | { readonly name: 'saving' }
  | { readonly name: 'comparing'; readonly compared: Compared }
  /** Nothing is kept, and leaving asks nothing: the form was left, or takes over other values. */
  | { readonly name: 'done' };

export interface FormModel {
  readonly state: State;
  /** The version that the input goes on from; null: that of the page. */
  readonly record: AnyRecord | null;
  /** The beginning of a further new record. */
  readonly fresh: Values | null;
  /** The last save, which an overwrite repeats. */
  readonly how: Submission;
  readonly stored: StoredRecord | null;
  readonly note: string;
  /** Each event that names a place moves the focus there. */
  readonly focus: { readonly on: 'wrong field' | 'first field' | 'comparison' } | null;
  readonly wasRefused: boolean;
  readonly isMerged: boolean;
}

export type FormEvent =
  | { readonly type: 'submit'; readonly how: Submission }
  | { readonly type: 'keep' | 'accepted' | 'agreed' | 'stored' | 'leave' }
  | { readonly type: 'compare' | 'comparison failed' | 'back' | 'merged' }
  | { readonly type: 'compared'; readonly compared: Compared }
  | { readonly type: 'refused'; readonly note: string }
  /** Nothing was stored: a person has said so, or the input is only kept. */
  | { readonly type: 'returned'; readonly note: string }
  | { readonly type: 'failed'; readonly error: SaveError; readonly refusal: string | null }
  /** The database has refused the value of a field. */
  | { readonly type: 'failed at a field'; readonly note: string }
  /** The form goes on from this version, or back to it. */
  | { readonly type: 'opened' | 'reset'; readonly record: AnyRecord | null }
  | { readonly type: 'begun anew'; readonly values: Values }
  | { readonly type: 'noted'; readonly note: string; readonly stored: StoredRecord | null };

type Step = (model: FormModel, event: FormEvent) => FormModel;

const EDITING = { name: 'editing' } as const;
const CONFLICT = { name: 'conflict', comparison: 'closed' } as const;

/** A draft of an earlier version of the record is a conflict before anything is saved. */
const restingWith = (record: AnyRecord | null): Resting => (record?.draft?.isStale ? CONFLICT : EDITING);

export const beginning = (record: AnyRecord | null): FormModel => ({
  state: restingWith(record),
  record: null,
  fresh: null,
  how: {},
  stored: null,
  note: '',
  focus: null,
  wasRefused: false,
  isMerged: false,
});

/** Another object each time, which moves the focus again. */
const atWrongField = () => ({ wasRefused: true, focus: { on: 'wrong field' } }) as const;

/** Editing, failed, conflict, gone. */
const whileResting: Step = (model, event) => {
  const { state } = model;
  const from = state.name === 'conflict' ? CONFLICT : (state as Resting);
  const said = { ...model, stored: null, note: '' };
  if (event.type === 'submit') return { ...said, how: event.how, state: { name: 'checking', from, keeps: false } };
  if (event.type === 'keep') return { ...said, state: { name: 'checking', from, keeps: true } };
  if (event.type === 'reset') return { ...model, state: restingWith(event.record) };
  if (state.name !== 'conflict') return model;
  if (state.comparison !== 'loading')
    return event.type === 'compare' ? { ...model, state: { ...CONFLICT, comparison: 'loading' } } : model;
  if (event.type === 'compared') return { ...model, state: { name: 'comparing', compared: event.compared } };
  if (event.type === 'comparison failed') return { ...model, state: { ...CONFLICT, comparison: 'failed' } };
  return event.type === 'failed' && event.error === 'gone' ? { ...model, state: { name: 'gone' } } : model;
};

/** Checking, asking, saving. */
const whileBusy: Step = (model, event) => {
  const { state } = model;
  if ('from' in state && event.type === 'returned') return { ...model, state: state.from, note: event.note };
  if (state.name === 'checking') {
    if (event.type === 'refused') return { ...model, ...atWrongField(), state: state.from, note: event.note };
    return event.type === 'accepted' ? { ...model, state: { name: 'asking', from: state.from } } : model;
  }
  if (state.name === 'asking' && event.type === 'agreed') return { ...model, state: { name: 'saving' } };
  if (event.type === 'failed at a field') {
    return { ...model, ...atWrongField(), state: { name: 'failed', refusal: null }, note: event.note };
  }
  if (event.type !== 'failed') return model;
  const { error, refusal } = event;
  if (error === 'failed') return { ...model, state: { name: 'failed', refusal } };
  return { ...model, state: error === 'conflict' ? CONFLICT : { name: 'gone' } };
};

const whileComparing: Step = (model, event) => {
  if (event.type === 'back') return { ...model, state: CONFLICT, focus: { on: 'comparison' } };
  if (event.type !== 'merged') return model;
  return { ...model, state: { name: 'done' }, isMerged: true, focus: { on: 'first field' } };
};

const whenDone: Step = (model, event) => {
  if (event.type === 'reset') return { ...model, state: restingWith(event.record) };
  if (event.type === 'opened') return { ...model, state: restingWith(event.record), record: event.record };
  if (event.type !== 'begun anew') return model;
  return { ...model, state: EDITING, fresh: event.values, focus: { on: 'first field' } };
};

/** The next model; the same one where the event has no meaning in this state. */
export const nextOf: Step = (model, event) => {
  const { name } = model.state;
  if (event.type === 'noted') return { ...model, note: event.note, stored: event.stored };
  if (name === 'done') return whenDone(model, event);
  // A created record may be found, and the page be left, in any state.
  if (event.type === 'stored' || event.type === 'leave') return { ...model, state: { name: 'done' } };
  if (name === 'comparing') return whileComparing(model, event);
  return name === 'checking' || name === 'asking' || name === 'saving'
    ? whileBusy(model, event)
    : whileResting(model, event);
};
