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

test('columns get the width of their longest cell, and rules follow', () => {
  expect(aligned('|Format|Dauer|\n|-|-|\n|Kurs|3 Stunden|\n| Über |1|')).toBe(
    ['| Format | Dauer     |', '| ------ | --------- |', '| Kurs   | 3 Stunden |', '| Über   | 1         |'].join('\n'),
  );
});

test('rules keep their sides, and cells follow them', () => {
  expect(aligned('a|b|c\n:-|:-:|-:\n1|22|4\n12345|12345|12345')).toBe(
    [
      '| a     |   b   |     c |',
      '| :---- | :---: | ----: |',
      '| 1     |   22  |     4 |',
      '| 12345 | 12345 | 12345 |',
    ].join('\n'),
  );
});

test('an escaped bar is text, an empty cell stays, a missing one stays away, one too many is kept', () => {
  expect(aligned('| a | b |\n|---|---|\n| x \\| y | |\n| z |\n| 1 | 2 | 3 |')).toBe(
    ['| a      | b |', '| ------ | - |', '| x \\| y |   |', '| z      |', '| 1      | 2 | 3 |'].join('\n'),
  );
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

test('a text without a table stays as it is', () => {
  expect(aligned('a|b\n\nc')).toBe('a|b\n\nc');
});

test('an aligned table stays as it is', () => {
  const once = aligned('|a|bcd|\n|-|:-:|\n|12|1|');
  expect(aligned(once)).toBe(once);
});
