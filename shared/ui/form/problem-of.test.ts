import { expect, test } from 'vitest';
import { type ControlState, problemOf, unreadableOf } from './problem-of.ts';

const control = (
  type: string,
  value: string,
  more: Partial<ControlState> = {},
  validity: ControlState['validity'] = {},
): ControlState => ({ type, value, defaultValue: '', title: '', validationMessage: '', validity, ...more });

test.each([
  ['datetime-local', '', { badInput: true }, 'Complete the date and the time; the day must exist'],
  ['date', '', { badInput: true }, 'Complete the date; the day must exist'],
  ['time', '', { badInput: true }, 'Complete the time'],
  ['number', '', { badInput: true }, 'Enter a number'],
  ['datetime-local', '0026-12-24T18:00', {}, 'The year has four digits, from 1800 to 2200'],
  ['datetime-local', '12026-12-24T18:00', {}, 'The year has four digits, from 1800 to 2200'],
  ['datetime-local', '1800-01-01T00:00', {}, null],
  ['datetime-local', '', {}, null],
  ['number', '1e3', {}, 'Enter a whole number'],
  ['number', '1.5', {}, 'Enter a whole number'],
  ['number', '-1', {}, null],
  ['number', '12', {}, null],
  ['text', '0026', {}, null],
])('%s with %j and %o: %s', (type, value, validity, reason) => {
  expect(unreadableOf(control(type, value, {}, validity), 'before')).toBe(reason);
});

test('an untouched value is right in any year and number, half a date is not', () => {
  expect(unreadableOf(control('datetime-local', '1789-07-14T10:00'), '1789-07-14T10:00')).toBeNull();
  expect(unreadableOf(control('number', '1.5'), '1.5')).toBeNull();
  expect(unreadableOf(control('datetime-local', '', {}, { badInput: true }), '')).not.toBeNull();
});

test.each([
  [{ min: '1' }, { rangeUnderflow: true }, 'Enter at least 1'],
  [{ max: '366' }, { rangeOverflow: true }, 'Enter at most 366'],
  [{ step: '0.5' }, { stepMismatch: true }, 'Enter a multiple of 0.5'],
  [{}, { valueMissing: true }, 'Fill in this field'],
  [{ minLength: 6 }, { tooShort: true }, 'Enter at least 6 characters'],
  [{ title: 'Six digits' }, { patternMismatch: true }, 'Six digits'],
])('%o refuses %o: %s', (more, validity, reason) => {
  expect(problemOf(control('number', '7', more, validity))).toBe(reason);
});
