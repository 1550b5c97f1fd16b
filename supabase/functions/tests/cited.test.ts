import { describe, expect, test } from 'vitest';
import { withSources } from '../generate-article/citations.ts';

const SOURCES = [{ url: 'https://a.example/1' }, { url: 'https://b.example/2' }];

/** The text without the list of sources at its end. */
const cited = (content: string, sources = SOURCES) => withSources(content, sources).split('\n\n## Quellen')[0];

const MISSING = '[Quelle fehlt]';

describe('a citation without a source is removed, one with a source stays', () => {
  test.each([
    ['[9]', MISSING],
    ['[0]', MISSING],
    ['[9][1]', `${MISSING}[1]`],
    ['[1][9]', `[1]${MISSING}`],
    ['[1][2]', '[1][2]'],
    ['[1, 2]', '[1, 2]'],
    ['[1,2]', '[1,2]'],
    ['[1, 9]', `[1]${MISSING}`],
    ['[7, 8; 9]', MISSING],
    ['[9 und 2]', `${MISSING}[2]`],
    ['[1-2]', '[1-2]'],
    ['[1–3]', `[1][2]${MISSING}`],
    ['[7-9]', MISSING],
    ['[7 – 9]', MISSING],
    ['[2, 7-9]', `[2]${MISSING}`],
    ['[^8]', MISSING],
    ['[^1]', '[1]'],
    ['[^1, ^8]', `[1]${MISSING}`],
    ['[ 9 ]', MISSING],
    ['[[9]]', MISSING],
    ['\\[9\\]', MISSING],
    ['[Quelle 9]', MISSING],
    ['[Quellen 1, 9]', `[1]${MISSING}`],
    ['[#9]', MISSING],
    ['【9】', MISSING],
    ['【9†source】', MISSING],
    ['[9](#quelle-9)', MISSING],
    ['[9](siehe oben)', `${MISSING}(siehe oben)`],
    ['[Studie][9]', `[Studie]${MISSING}`],
    ['![9]', `!${MISSING}`],
  ])('%s', (citation, expected) => {
    expect(cited(`Laut ${citation} gilt das.`)).toBe(`Laut ${expected} gilt das.`);
    expect(cited(`- **Laut ${citation}**`)).toBe(`- **Laut ${expected}**`);
    expect(cited(`Laut Studie${citation}`)).toBe(`Laut Studie${expected}`);
    expect(cited(`Laut ${citation}: so.`)).toBe(`Laut ${expected}: so.`);
  });

  test.each([
    ['[9]: Die Studie zeigt das.', `${MISSING}: Die Studie zeigt das.`],
    ['[^8]: Die Studie zeigt das.', `${MISSING}: Die Studie zeigt das.`],
    ['- Punkt\n\n    Mehr dazu [9].\n', `- Punkt\n\n    Mehr dazu ${MISSING}.\n`],
    ['```\n[9]\n```\n[9] `[9]` [9]', `\`\`\`\n[9]\n\`\`\`\n${MISSING} \`[9]\` ${MISSING}`],
  ])('also at the beginning of a line, in a list and after code: %j', (text, expected) => {
    expect(cited(text)).toBe(expected);
  });

  test.each([
    '[9]: https://erfunden.example',
    '[1]: <https://erfunden.example> "Titel"',
    '[^8]: erfunden',
    '[9]:\n  https://x.y',
  ])('a reference definition is removed: %j', (definition) => {
    expect(cited(`Text [1].\n\n${definition}\n\nMehr.`)).toBe('Text [1].\n\n\nMehr.');
    expect(cited(`Text [1].\n\n${definition}`)).toBe('Text [1].\n\n');
  });

  test('a source that is named twice has one number', () => {
    const twice = [...SOURCES, { url: 'https://a.example/1' }];
    expect(cited('A [3], B [2, 3], C [1, 3].', twice)).toBe('A [1], B [2][1], C [1].');
  });
});

describe('text that is no citation stays as it is', () => {
  test.each([
    '[9](https://a.example/)',
    '[9](<https://a.example/x y>)',
    '[9](https://a.example/ "Titel")',
    '![9](https://a.example/b.png)',
    '[[9]](https://a.example/)',
    '[Text](https://a.example/x(9))',
    '[Siehe [9] dort](https://a.example/)',
    '- [ ] Aufgabe\n- [x] erledigt',
    'Im Jahr [2024] und [Anmerkung] und [A1] und [3D]',
    '`x[9]`',
    '``a ` [9]``',
    '```js\nliste[9];\n[9]: x\n```',
    '~~~\n[9]\n~~~',
    '````md\n```\n[9]\n```\n````',
    '- ```\n  [9]\n  ```',
    '```\n[9]\nohne Ende',
    'Text\n\n    liste[9]\n\nText',
    '[dort]: https://a.example/',
  ])('%j', (text) => {
    expect(cited(text)).toBe(text);
  });
});

test('no combination of citations leaves a number without a source', () => {
  const forms = [
    (a: number) => `[${a}]`,
    (a: number, b: number) => `[${a}][${b}]`,
    (a: number, b: number) => `[${a}, ${b}]`,
    (a: number, b: number) => `[${a}-${b}]`,
    (a: number, b: number) => `[^${a}] (${b})`,
    (a: number, b: number) => `[^${a}][^${b}]`,
    (a: number) => `[Quelle ${a}]`,
    (a: number) => `[[${a}]]`,
  ];
  const ends = [' und', '.', ': so', '(x y)', '\n', '[', ']('];
  for (const one of forms)
    for (const two of forms)
      for (const end of ends)
        for (const a of [1, 2, 3, 12])
          for (const b of [1, 3, 999]) {
            const text = `Wort ${one(a, b)}${end}${two(b, a)}${end} Wort`;
            const left = [...(cited(text) ?? '').matchAll(/\[\D{0,9}(\d+)[^\]]*\]/g)].map(([, number]) =>
              Number(number),
            );
            expect(
              left.filter((number) => number > 2),
              JSON.stringify(text),
            ).toEqual([]);
          }
});

test('a long text of brackets, backticks and indents only is processed in time', () => {
  for (const text of ['['.repeat(50_000), '`'.repeat(20_001), '    a\n'.repeat(20_000)]) expect(cited(text)).toBe(text);
  const blank = `- a\n${'  \n'.repeat(5_000)}x\n\n    code\n`;
  expect(cited(blank)).toBe(blank);
  expect(cited('- a\n\n    [9]\n\n'.repeat(2_000))).not.toContain('9');
});
