import { expect, onTestFinished, test } from 'vitest';
import { writeIn } from './write-in.ts';

const given = (value: string, from: number, to: number) => {
  const area = document.createElement('textarea');
  area.value = value;
  document.body.append(area);
  onTestFinished(() => area.remove());
  area.setSelectionRange(from, to);
  return area;
};

test.each([
  ['what is before the change stays', 'AB CD', 'AB XYZ', 0, 2, [0, 2]],
  ['what is behind it moves along', 'A BC DE', 'A <BC> DE', 5, 7, [7, 9]],
  ['a part that is gone is no longer selected', 'A BC D', 'A D', 0, 4, [0, 2]],
  ['what comes in at the cursor is before it', 'AB', 'A<>B', 1, 1, [3, 3]],
])('%s', (_, before, after, from, to, selection) => {
  const area = given(before, from, to);
  const inputs: string[] = [];
  area.addEventListener('input', () => inputs.push(area.value));
  writeIn(area, after);
  writeIn(area, after);
  expect(inputs).toEqual([after]);
  expect([area.selectionStart, area.selectionEnd]).toEqual(selection);
});
