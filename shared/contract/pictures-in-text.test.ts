import { expect, test } from 'vitest';
import { pictureIn, pictureMarkdown } from './picture-markdown.ts';
import { describedIn, placesOf, undescribedIn } from './pictures-in-text.ts';

const ID = '01234567-89ab-4cde-8f01-23456789abcd';
const ADDRESS = `/_pictures/${ID}`;

test('a picture is found with an alternative text that was typed meanwhile, and no other one is', () => {
  const text = `A ![](${ADDRESS}) B ![Typed](${ADDRESS}) C ![](/_pictures/other)`;
  expect(text.replace(pictureIn(ID), '')).toBe('A  B  C ![](/_pictures/other)');
});

test('pictures without a text of their own are found once each; line breaks do not end a text', () => {
  const other = pictureMarkdown(ID.replace('0', '1'), 'Plan\n2026');
  expect(other).toContain('[Plan 2026]');
  expect(undescribedIn(`![](${ADDRESS}) ![ ](${ADDRESS}) ${other} ![](https://a.example/b.png)`)).toEqual([ID]);
});

test('an alternative text is written wherever the brackets of the picture are empty', () => {
  const [empty, own] = [`![](${ADDRESS})`, `![Saal](${ADDRESS})`];
  expect(describedIn(`A ${empty} ${own} ![ ](${ADDRESS})`, ID, 'Plan [$&]')).toBe(
    `A ![Plan \\[$&\\]](${ADDRESS}) ${own} ![Plan \\[$&\\]](${ADDRESS})`,
  );
  expect(placesOf(`A ${empty}`, ID)).toEqual([{ from: 2, to: 2 + empty.length }]);
  expect(placesOf(`<img src="${ADDRESS}">`, ID)).toHaveLength(1);
});

test.each([
  [`![][a]\n\n[a]: ${ADDRESS}`, [ID]],
  [`<img src="${ADDRESS}">`, [ID]],
  [`![Ein Raum](${ADDRESS})![](https://lernen.example${ADDRESS})`, [ID]],
  [`[Das Bild](${ADDRESS})`, [ID]],
  [`![Ein Raum][a]\n\n[a]: ${ADDRESS} "Titel"`, []],
  [`![Raum [oben]](<${ADDRESS}>)`, []],
])('%s shows no alternative text of %j', (text, ids) => expect(undescribedIn(text)).toEqual(ids));
