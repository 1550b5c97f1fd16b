import { expect, test } from 'vitest';
import { ad } from '../../ads/ad-record.ts';
import { course } from '../../courses/course-record.ts';
import { post } from '../../files/model/post-record.ts';
import type { AnyRecordKind } from '../../kinds/model/define-record.ts';
import { workshop } from '../../workshops/workshop-record.ts';
import { recordColumns } from './columns.tsx';

const columnsOf = (kind: unknown) => recordColumns<AnyRecordKind, never>(kind as AnyRecordKind, {});

test('a list has a column for each field that its record lists, named as in the form', () => {
  const headings = columnsOf(workshop).map(([, heading]) => heading);
  expect(headings).toEqual(['Title', 'Category', 'Duration', 'Max Participants', 'Subtitle', 'Actions']);
});

test.each([
  [post, 'author', 'Ada', 'Ada'],
  [workshop, 'duration', '02:30:00', '2h 30m'],
  [workshop, 'maxParticipants', 12, '12'],
  [course, 'level', 'beginner', 'beginner'],
  [ad, 'isActive', true, 'Yes'],
])('the cell of a field is that of its kind: %#', (kind, name, stored, shown) => {
  const [, , cell] = columnsOf(kind).find(([id]) => id === name) ?? [];
  expect(cell?.({ [name]: stored } as never)).toBe(shown);
});

test('a column of its own replaces that of a field, and null leaves it out', () => {
  const columns = recordColumns(workshop, { own: { maxParticipants: ['Most', () => 'many'], subtitle: null } });
  expect(columns.map(([, heading]) => heading)).toEqual(['Title', 'Category', 'Duration', 'Most', 'Actions']);
});
