import { expect, test } from 'vitest';
import { titlePattern } from './title-pattern.ts';

test('every sign that has a meaning in a regular expression loses it', () =>
  expect(titlePattern('a.b*c+d?(e)[f]{g}^$|\\h')).toBe('a\\.b\\*c\\+d\\?\\(e\\)\\[f\\]\\{g\\}\\^\\$\\|\\\\h'));

test('letters, signs of other languages and blanks stay', () =>
  expect(titlePattern('Über 50 % „KI“, & mehr_')).toBe('Über 50 % „KI“, & mehr_'));
