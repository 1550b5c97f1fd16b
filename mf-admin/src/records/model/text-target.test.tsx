import { expect, test } from 'vitest';
import { pictureIn, pictureMarkdown, textAreaTarget, undescribedIn } from './text-target.ts';

const ID = '01234567-89ab-4cde-8f01-23456789abcd';
const ADDRESS = `/_pictures/${ID}`;

function area(value: string, start: number, end = start) {
  const element = document.createElement('textarea');
  element.value = value;
  element.setSelectionRange(start, end);
  const heard: string[] = [];
  element.addEventListener('input', () => heard.push(element.value));
  return { element, heard, target: textAreaTarget(element) };
}

test('brackets and line breaks of an alternative text do not end it', () => {
  expect(pictureMarkdown(ID, 'Plan [neu]\n2026')).toBe(`![Plan \\[neu\\] 2026](${ADDRESS})`);
});

test('a picture takes the place of the selection, and the form hears of it', () => {
  const { element, heard, target } = area('Vor hier nach', 4, 8);
  target.insert(pictureMarkdown(ID, ''));
  expect(element.value).toBe(`Vor ![](${ADDRESS}) nach`);
  expect(heard).toEqual([element.value]);
});

test('a picture is taken out with an alternative text that was typed meanwhile; all else stays', () => {
  const { element, target } = area(`A ![](${ADDRESS}) B ![Typed](${ADDRESS}) C ![](/_pictures/other)`, 1);
  target.remove(pictureIn(ID));
  expect(element.value).toBe('A  B  C ![](/_pictures/other)');
});

test('pictures without a text of their own are found once each', () => {
  expect(
    undescribedIn(
      `![](${ADDRESS}) ![ ](${ADDRESS}) ![Plan](/_pictures/${ID.replace('0', '1')}) ![](https://a.example/b.png)`,
    ),
  ).toEqual([ID]);
});
