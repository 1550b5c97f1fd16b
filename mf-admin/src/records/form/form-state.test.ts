import { describe, expect, test } from 'vitest';
import { beginning, type FormEvent, type FormModel, nextOf } from './form-state.ts';

type State = FormModel['state'];

const STALE = { draft: { isStale: true } } as never;
const COMPARED = 'compared' as never;
const editing = { name: 'editing' } as const;
const conflict = { name: 'conflict', comparison: 'closed' } as const;
const loading = { name: 'conflict', comparison: 'loading' } as const;
const gone = { name: 'gone' } as const;
const done = { name: 'done' } as const;
const failed = { name: 'failed', refusal: 'so' } as const;
const comparing = { name: 'comparing', compared: COMPARED } as const;
const checking = (from: State = editing, keeps = false) => ({ name: 'checking', from, keeps }) as State;
const asking = (from: State = editing) => ({ name: 'asking', from }) as State;
const saving = { name: 'saving' } as const;

const EVENTS = {
  submit: { type: 'submit', how: { as: 'published' } },
  keep: { type: 'keep' },
  refused: { type: 'refused', note: 'kept' },
  accepted: { type: 'accepted' },
  returned: { type: 'returned', note: 'nothing' },
  agreed: { type: 'agreed' },
  stored: { type: 'stored' },
  failed: { type: 'failed', error: 'failed', refusal: 'so' },
  'failed at a field': { type: 'failed at a field', note: '' },
  conflict: { type: 'failed', error: 'conflict', refusal: null },
  gone: { type: 'failed', error: 'gone', refusal: null },
  compare: { type: 'compare' },
  compared: { type: 'compared', compared: COMPARED },
  'comparison failed': { type: 'comparison failed' },
  back: { type: 'back' },
  merged: { type: 'merged' },
  opened: { type: 'opened', record: null },
  'opened stale': { type: 'opened', record: STALE },
  reset: { type: 'reset', record: null },
  'reset stale': { type: 'reset', record: STALE },
  'begun anew': { type: 'begun anew', values: 'values' as never },
  leave: { type: 'leave' },
} as const satisfies Record<string, FormEvent>;

const anywhere = { stored: done, leave: done };
const resting = (from: State) => ({
  ...anywhere,
  submit: checking(from),
  keep: checking(from, true),
  reset: editing,
  'reset stale': conflict,
});
const answered = { failed, 'failed at a field': { name: 'failed', refusal: null }, conflict, gone } as const;

/** The next state for each event that has a meaning; any other event changes nothing. */
const TABLE: readonly (readonly [State, Readonly<Partial<Record<keyof typeof EVENTS, State>>>])[] = [
  [editing, resting(editing)],
  [failed, resting(failed)],
  [gone, resting(gone)],
  [conflict, { ...resting(conflict), compare: loading }],
  [
    loading,
    {
      ...resting(conflict),
      compared: comparing,
      'comparison failed': { name: 'conflict', comparison: 'failed' },
      gone,
    },
  ],
  [comparing, { ...anywhere, back: conflict, merged: done }],
  [checking(failed), { ...anywhere, refused: failed, returned: failed, accepted: asking(failed) }],
  [asking(conflict), { ...anywhere, ...answered, returned: conflict, agreed: saving }],
  [saving, { ...anywhere, ...answered }],
  [done, { opened: editing, 'opened stale': conflict, reset: editing, 'reset stale': conflict, 'begun anew': editing }],
];

const model = (state: State): FormModel => ({ ...beginning(null), state, note: 'before', how: { another: true } });

describe.each(TABLE)('a form in state %j', (state, nexts) => {
  test.each(Object.entries(EVENTS))('%s', (name, event) => {
    const before = model(state);
    const next = nexts[name as keyof typeof EVENTS];
    if (next) expect(nextOf(before, event).state).toEqual(next);
    else expect(nextOf(before, event)).toBe(before);
  });
});

const after = (state: State, event: FormEvent) => nextOf(model(state), event);

test('a stale draft is a conflict from the beginning', () => {
  expect(beginning(STALE).state).toEqual(conflict);
  expect(beginning(null).state).toEqual(editing);
});

test('a submit takes away what was said, and is what an overwrite repeats; keeping is no save', () => {
  expect(after(conflict, EVENTS.submit)).toMatchObject({ note: '', stored: null, how: { as: 'published' } });
  expect(after(conflict, EVENTS.keep)).toMatchObject({ note: '', stored: null, how: { another: true } });
});

test.each([
  ['refused', checking(), 'wrong field'],
  ['failed at a field', saving, 'wrong field'],
  ['begun anew', done, 'first field'],
  ['merged', comparing, 'first field'],
  ['back', comparing, 'comparison'],
] as const)('%s moves the focus, each time', (name, state, on) => {
  const next = after(state, EVENTS[name]);
  expect(next.focus).toEqual({ on });
  expect(after(state, EVENTS[name]).focus).not.toBe(next.focus);
  expect(next.wasRefused).toBe(on === 'wrong field');
  expect(next.isMerged).toBe(name === 'merged');
});

test('a note is shown in any state, and changes none', () => {
  for (const [state] of TABLE) {
    const stored = { title: 'Titel' } as never;
    expect(after(state, { type: 'noted', note: 'so', stored })).toEqual({ ...model(state), note: 'so', stored });
  }
});
