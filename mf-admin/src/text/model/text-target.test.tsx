import { expect, test } from 'vitest';
import { pictureIn, pictureMarkdown, textAreaTarget, undescribedIn } from './text-target.ts';

const ID = '01234567-89ab-4cde-8f01-23456789abcd';
const ADDRESS = `/_pictures/${ID}`;

test('a picture is taken out with an alternative text that was typed meanwhile; all else stays', () => {
  const element = document.createElement('textarea');
  element.value = `A ![](${ADDRESS}) B ![Typed](${ADDRESS}) C ![](/_pictures/other)`;
  textAreaTarget(element).remove(pictureIn(ID));
  expect(element.value).toBe('A  B  C ![](/_pictures/other)');
});

test('pictures without a text of their own are found once each; line breaks do not end a text', () => {
  const other = pictureMarkdown(ID.replace('0', '1'), 'Plan\n2026');
  expect(other).toContain('[Plan 2026]');
  expect(undescribedIn(`![](${ADDRESS}) ![ ](${ADDRESS}) ${other} ![](https://a.example/b.png)`)).toEqual([ID]);
});

test.each([
  [`![][a]\n\n[a]: ${ADDRESS}`, [ID]],
  [`<img src="${ADDRESS}">`, [ID]],
  [`![Ein Raum](${ADDRESS})![](https://lernen.example${ADDRESS})`, [ID]],
  [`[Das Bild](${ADDRESS})`, [ID]],
  [`![Ein Raum][a]\n\n[a]: ${ADDRESS} "Titel"`, []],
  [`![Raum [oben]](<${ADDRESS}>)`, []],
])('%s shows no alternative text of %j', (text, ids) => expect(undescribedIn(text)).toEqual(ids));
