import { expect, test } from 'vitest';
import { alignTable } from './align-table.ts';

function aligned(table: string): string {
  const lines = table.split('\n');
  const changes = alignTable(lines).toReversed();
  for (const { line, from, to, insert } of changes) {
    const text = lines[line] ?? '';
    lines[line] = text.slice(0, from) + insert + text.slice(to);
  }
  return lines.join('\n');
}

test.each([
  [
    'columns get the width of their longest cell, and rules follow',
    '|Format|Dauer|\n|-|-|\n|Kurs|3 Stunden|\n| Über |1|',
    ['| Format | Dauer     |', '| ------ | --------- |', '| Kurs   | 3 Stunden |', '| Über   | 1         |'],
  ],
  [
    'rules keep their sides, and cells follow them',
    'a|b|c\n:-|:-:|-:\n1|22|4\n12|12345|12',
    ['| a  |   b   |  c |', '| :- | :---: | -: |', '| 1  |   22  |  4 |', '| 12 | 12345 | 12 |'],
  ],
  [
    'an escaped bar is text, an empty cell stays, a missing one stays away, one too many is kept',
    '| a | b |\n|---|---|\n| x \\| y | |\n| z |\n| 1 | 2 | 3 |',
    ['| a      | b |', '| ------ | - |', '| x \\| y |   |', '| z      |', '| 1      | 2 | 3 |'],
  ],
  ['a text without a table stays as it is', 'a|b\n\nc', ['a|b', '', 'c']],
])('%s', (_, table, lines) => {
  expect(aligned(table)).toBe(lines.join('\n'));
  expect(aligned(aligned(table))).toBe(lines.join('\n'));
});

test.each([
  '`a \\| b`',
  '__fett__ und *kursiv*',
  '5 * 3 < 2 &amp; [x](y_z)',
  'Straße 漢字 👍',
  'https://example.org/a_b',
  '<br>',
])('the text of a cell stays as it is typed: %s', (text) =>
  expect(aligned(`|${text}|a|\n|-|-|\n|${text}| ${text}|`)).toContain(`| ${text} | ${text} |`),
);
