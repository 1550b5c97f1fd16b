import { expect, test } from 'vitest';
import { FORMATS, format } from './formats.ts';

test.each([
  ['Bold', 'Ein [Wort]', 'Ein **[Wort]**'],
  ['Bold', 'Ein []', 'Ein **[bold]**'],
  ['Link', 'Die [Seite] da', 'Die [Seite](<https://>) da'],
  ['Heading', 'Eins\nZ[]wei\nDrei', 'Eins\n## Zwei[]\nDrei'],
  ['Heading', '## Z[]wei', 'Zwei[]'],
  ['List', 'Ei[ns\nZw]ei', '[- Eins\n- Zwei]'],
] as const)('%s of %s', (name, before, after) => {
  expect(FORMATS).toContain(name);
  // Brackets of the cases mark the selection; < and > one beside brackets of a link.
  const state = { text: before.replace(/[[\]]/g, ''), from: before.indexOf('['), to: before.indexOf(']') - 1 };
  const target = {
    read: () => state,
    write: (text: string) => Object.assign(state, { text }),
    select: (from: number, to: number) => Object.assign(state, { from, to }),
    holds: () => true,
    insert: () => undefined,
  };
  format(target, name);
  const { text, from, to } = state;
  const [open, close] = name === 'Link' ? ['<', '>'] : ['[', ']'];
  expect(text.slice(0, from) + open + text.slice(from, to) + close + text.slice(to)).toBe(after);
});
