import { expect, test } from 'vitest';
import { recordKinds } from '../layout/record-kinds.ts';
import { testKinds } from '../testing/every-kind.ts';
import { RECORD_CASES } from '../testing/record-cases.ts';
import { REASONS } from '../testing/refused.ts';

/** Kinds with pages of their own: parts of a course, the one record of the site, and files. */
const APART = ['modules', 'lessons', 'site', 'pictures'];

test('each kind of records with a list and a form is in the table', () => {
  const kinds = recordKinds.map(({ table }) => table).filter((table) => !APART.includes(table));
  expect(RECORD_CASES.map(({ table }) => table).sort()).toEqual([...kinds].sort());
});

// Those of publishers are in a file of their own, so that two workers share them.
testKinds(RECORD_CASES.filter(({ refusal }) => refusal === REASONS.ofOthers));
