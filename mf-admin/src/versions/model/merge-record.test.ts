import { expect, test } from 'vitest';
import { post } from '../../files/model/post-record.ts';
import { matrixWorkshop } from '../../matrix/matrix-record.ts';
import { workshop } from '../../workshops/workshop-record.ts';
import { conflictParts, labelOf } from './conflict-texts.ts';
import { mergeRecord, referencesIn, withTextsOf } from './merge-record.ts';

const base = {
  ...post.initial,
  title: 'Titel',
  slug: 'titel',
  content: 'A\n\nB\n\nC',
  excerpt: 'Kurz',
  categoryId: 'eins',
};

test('passages beside each other keep what one side changed', () => {
  const mine = { ...base, content: 'A1\n\nB\n\nC1' };
  const theirs = { ...base, content: 'A\n\nB\n\nC2\n\nD' };
  const merge = mergeRecord(post.fields, { base, mine, theirs });
  expect(merge.values(['both']).content).toBe('A1\n\nB\n\nC1\n\nC2\n\nD');
  expect(merge.values(['theirs']).content).toBe('A1\n\nB\n\nC2\n\nD');
});

test('dates, numbers, durations and flags are never merged into a third value', () => {
  const stored = { ...workshop.initial, maxParticipants: '10', duration: { hours: '1', minutes: '0' } };
  const mine = { ...stored, maxParticipants: '12', duration: { hours: '1', minutes: '30' } };
  const theirs = { ...stored, maxParticipants: '20', duration: { hours: '2', minutes: '0' } };
  const merge = mergeRecord(workshop.fields, { base: stored, mine, theirs });
  expect(merge.conflicts.map(({ name, hasBoth }) => [name, hasBoth])).toEqual([
    ['maxParticipants', false],
    ['duration', false],
  ]);
  expect(merge.values(['mine', 'theirs'])).toEqual({ ...mine, duration: theirs.duration });
  const shown = { fields: workshop.fields, names: new Map() };
  const [, duration] = merge.conflicts;
  expect(duration && conflictParts(shown, duration, 'mine', false)).toEqual([
    { kind: 'removed', text: '1h' },
    { kind: 'added', text: '1h 30m' },
  ]);
});

test('learning goals are texts of their own, named by their dimension', () => {
  const stored = { ...matrixWorkshop.initial, goals: { one: 'A', two: 'B', three: '' } };
  const mine = { ...stored, goals: { one: 'A1', two: 'B', three: 'C1' } };
  const theirs = { ...stored, goals: { one: 'A', two: 'B2', three: 'C2', four: 'D' } };
  const merge = mergeRecord(matrixWorkshop.fields, { base: stored, mine, theirs });
  expect(
    merge.conflicts.map((conflict) =>
      labelOf({ fields: matrixWorkshop.fields, names: new Map([['three', 'Ziel']]) }, conflict),
    ),
  ).toEqual(['Learning Goals: Ziel']);
  expect(merge.values(['both']).goals).toEqual({ one: 'A1', two: 'B2', three: 'C1\n\nC2', four: 'D' });
  expect(referencesIn(matrixWorkshop.fields, [stored])).toEqual(
    ['one', 'two', 'three'].map((id) => ({ id, references: { matrix_dimensions: 'name' } })),
  );
  expect(withTextsOf(matrixWorkshop.fields, stored, { ...stored, goals: { one: 'A' } }).goals).toEqual({
    one: 'A',
    two: '',
    three: '',
  });
});

test('a category shows by its name, and an empty value as no text', () => {
  const merge = mergeRecord(post.fields, {
    base,
    mine: { ...base, categoryId: 'drei' },
    theirs: { ...base, categoryId: '' },
  });
  const [category] = merge.conflicts;
  const shown = { fields: post.fields, names: new Map([['eins', 'Praxis']]) };
  const partsOf = (side: 'mine' | 'theirs') => category && conflictParts(shown, category, side, false);
  expect(partsOf('mine')).toEqual([
    { kind: 'removed', text: 'Praxis' },
    { kind: 'added', text: '(deleted)' },
  ]);
  expect(partsOf('theirs')).toEqual([{ kind: 'removed', text: 'Praxis' }]);
});
