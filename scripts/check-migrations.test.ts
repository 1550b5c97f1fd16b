import { expect, test } from 'vitest';
import { faultsIn } from './check-migrations.ts';

const DROP = 'drop table public.events;';
const IGNORE = '-- squawk-ignore ban-drop-table';

test('what is dropped, renamed or retyped is a fault with its line', () => {
  const sql = `alter table public.posts\n  drop column excerpt,\n  alter column author type varchar(9);\n${DROP}`;
  expect(faultsIn(sql)).toEqual([
    'line 2: ban-drop-column: Dropping a column may break existing clients.',
    expect.stringMatching(/^line 3: changing-column-type: /),
    'line 4: ban-drop-table: Dropping a table may break existing clients.',
  ]);
});

test('an exception needs a reason above it, and the name of a rule', () => {
  expect(faultsIn(`-- No release reads it.\n${IGNORE}\n${DROP}`)).toEqual([]);
  expect(faultsIn(`${IGNORE}\n${DROP}`)).toEqual(['line 1: an exception needs its reason, in a comment above it']);
  expect(faultsIn(`-- No release reads it.\n-- squawk-ignore ban-tables\n${DROP}`)).toEqual([
    expect.stringMatching(/^line 2: unused-ignore: /),
    expect.stringMatching(/^line 3: ban-drop-table: /),
  ]);
});
