import { expect, test } from 'vitest';
import { differencesOf } from '../catalogue.ts';

const BODY = 'function public.f(): owner postgres\nbegin\n  first();\n  second();\nend';

test('equal catalogues have no difference, in whatever order', () => {
  expect(differencesOf(['table a: x', BODY], [BODY, 'table a: x'])).toEqual([]);
});

test('an object of one side is named by its first line', () => {
  expect(differencesOf([BODY], ['table a: x'])).toEqual(['+ function public.f(): owner postgres', '- table a: x']);
});

test('of an object of both sides the changed lines are named', () => {
  expect(differencesOf([BODY.replace('second', 'third')], [BODY])).toEqual([
    '- function public.f(): second();',
    '+ function public.f(): third();',
  ]);
});

test('lines in another order and rows that one side has twice are differences', () => {
  const swapped = 'function public.f(): owner postgres\nbegin\n  second();\n  first();\nend';
  expect(differencesOf([swapped, 'row a: {}', 'row a: {}'], [BODY, 'row a: {}'])).toEqual([
    '- function public.f(): owner postgres',
    '+ function public.f(): owner postgres',
    '+ row a: {}',
  ]);
});
