import { undo } from '@codemirror/commands';
import { expect, test } from 'vitest';
import { stateWith, toKept } from './setup.ts';
import { structureOf } from './structure.ts';
import { alignTableHere } from './table-command.ts';

const structure = (text: string) => structureOf(stateWith(text, null, []));

const TEXT = `Anfang

# Eins #

\`\`\`md
## Kein Titel
\`\`\`

### **Tiefer**

Zwei
----

Ende
`;

test('the outline has headings with their levels, without marks, and none from code', () => {
  expect(structure(TEXT).headings.map(({ level, text }) => [level, text])).toEqual([
    [1, 'Eins'],
    [3, 'Tiefer'],
    [2, 'Zwei'],
  ]);
});

test('sections begin at first- and second-level headings and are the whole text', () => {
  const { sections } = structure(TEXT);
  expect(sections.map(({ source }) => source.split('\n')[0])).toEqual(['Anfang', '# Eins #', 'Zwei']);
  expect(sections.map(({ source }) => source).join('')).toBe(TEXT);
});

test.each(['[1]: https://example.org', '[^1]: Eine Fussnote'])('a text with %s is one section', (definition) => {
  expect(structure(`${TEXT}\n${definition}\n`).sections).toHaveLength(1);
});

test('a kept state has its text and its undo history', () => {
  const first = stateWith('Anfang', null, []);
  const typed = first.update({ changes: { from: 6, insert: ' und Ende' }, userEvent: 'input.type' }).state;
  let state = stateWith('', toKept(typed), []);
  expect(state.doc.toString()).toBe('Anfang und Ende');
  expect(undo({ state, dispatch: (transaction) => (state = transaction.state) })).toBe(true);
  expect(state.doc.toString()).toBe('Anfang');
});

test('the table under the cursor is aligned, and the cursor stays in its cell', () => {
  let state = stateWith('Text\n\n|a|b|\n|-|-|\n|1|lang|\n\nMehr', null, []);
  const align = () => alignTableHere({ state, dispatch: (transaction) => (state = transaction.state) });
  expect(align()).toBe(false);
  state = state.update({ selection: { anchor: state.doc.toString().indexOf('lang') + 2 } }).state;
  expect(align()).toBe(true);
  expect(state.doc.toString()).toBe('Text\n\n| a   | b    |\n| --- | ---- |\n| 1   | lang |\n\nMehr');
  expect(state.doc.toString().slice(0, state.selection.main.head).endsWith('la')).toBe(true);
});
