import { syntaxTree } from '@codemirror/language';
import type { Transaction } from '@codemirror/state';
import { expect, test } from 'vitest';
import { structureOf } from '../structure.ts';
import { stateWith } from './setup.ts';
import { alignTableHere } from './table-command.ts';

const structure = (text: string) => structureOf(text);

const TEXT = `Anfang

# Eins #

\`\`\`md
## Kein Titel
\`\`\`

### **Tiefer** mit [Link](b)s, Autor*innen <!-- leise -->

##

Zwei
----

Ende
`;

test('the outline has headings without marks, and none from code; sections begin at two levels', () => {
  const { headings, sections } = structure(TEXT);
  expect(headings.map(({ level, text }) => [level, text])).toEqual([
    [1, 'Eins'],
    [3, 'Tiefer mit Links, Autor*innen'],
    [2, 'Zwei'],
  ]);
  expect(sections.map(({ source }) => source.split('\n')[0])).toEqual(['Anfang', '# Eins #', 'Zwei']);
  expect(sections.map(({ source }) => source).join('')).toBe(TEXT);
  for (const definition of ['[1]: https://example.org', '[^1]: Eine Fussnote', '[oben](#eins)']) {
    expect(structure(`${TEXT}\n${definition}\n`).sections, definition).toHaveLength(1);
  }
});

test.each([
  ['a text', '', ''],
  ['a quotation', '> ', '> '],
  ['a list', '- ', '  '],
])('the table under the cursor is aligned in %s, and the cursor stays in its cell', async (_, first, margin) => {
  const inPlace = (...lines: string[]) => `Text *x*\n\n${first}${lines.join(`\n${margin}`)}\n\nMehr  |  Text`;
  const editor = {
    state: stateWith(inPlace('|a|b|', '|-|-|', '|1|lang|'), null, []),
    dispatch(transaction: Transaction) {
      editor.state = transaction.state;
    },
  };
  expect(alignTableHere(editor)).toBe(false);
  const anchor = editor.state.doc.toString().indexOf('lang') + 2;
  editor.state = editor.state.update({ selection: { anchor } }).state;
  expect(alignTableHere(editor)).toBe(true);
  await expect.poll(() => editor.state.doc.toString()).toBe(inPlace('| a | b    |', '| - | ---- |', '| 1 | lang |'));
  expect(editor.state.doc.toString().slice(0, editor.state.selection.main.head).endsWith('la')).toBe(true);
});

test.each([
  ['Schüler*innen und Lehrer*innen, 5*3*2', []],
  ['*Schüler*innen* **a**b', ['*Schüler*innen*', '**a**']],
])('the editor draws the emphasis of %s', (text, right) => {
  const state = stateWith(text, null, []);
  const drawn: string[] = [];
  syntaxTree(state).iterate({
    enter: ({ name, from, to }) => {
      if (/Emphasis$/.test(name)) drawn.push(state.sliceDoc(from, to));
    },
  });
  expect(drawn).toEqual(right);
});
