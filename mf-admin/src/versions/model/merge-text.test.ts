import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Choice, mergeText, paragraphsOf } from './merge-text.ts';

const FENCE = '```';
const WRITERS: readonly ((name: string) => string)[] = [
  (name) => `Absatz ${name} über KI.\nZweite Zeile von ${name}.`,
  (name) => `- Punkt ${name}\n- Punkt zwei\n  - darunter ${name}`,
  (name) => `${FENCE}js\nconst x = '${name}';\n\n\n// nach leeren Zeilen\n${FENCE}`,
  (name) => `~~~~\n${name}\n\n${FENCE}\n~~~\n\n~~~~`,
  (name) => `> ${FENCE}\n> ${name}\n>\n> ${FENCE}`,
  (name) => `    eingerückt ${name}  \n| a | b |`,
];

const writer = fc.constantFrom(...WRITERS);
const gap = fc.constantFrom('\n\n', '\n\n\n', '\n \n', '\n\t\n\n');
const kind = fc.constantFrom('keep', 'change', 'delete', 'insert');
const edit = fc.record({ kind, writer, gap });
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;
/** A paragraph of the text that both began with, and what each side does there. */
const place = fc.record({ writer, gap, mine: edit, theirs: edit });
type Place = typeof place extends fc.Arbitrary<infer Value> ? Value : never;
type Side = 'mine' | 'theirs';
const SIDES = [
  ['mine', 'theirs'],
  ['theirs', 'mine'],
] as const;

const newText = ({ writer: write }: Edit, name: Side, index: number) => write(`${name} ${index}`);

function written({ writer: write, gap: after, ...edits }: Place, index: number, sides: readonly Side[]): string {
  return sides.reduce(
    (text, name) => {
      const typed = newText(edits[name], name, index);
      const results = { keep: text, change: typed + after, delete: '', insert: text + typed + edits[name].gap };
      return results[edits[name].kind];
    },
    write(`alt ${index}`) + after,
  );
}

const textOf = (places: readonly Place[], sides: readonly Side[]) =>
  `${places.map((one, index) => written(one, index, sides)).join('')}Ende`;

const versionsOf = (places: readonly Place[]) => ({
  base: textOf(places, []),
  mine: textOf(places, ['mine']),
  theirs: textOf(places, ['theirs']),
});

const newTexts = (places: readonly Place[], name: Side) =>
  places.flatMap((one, index) => (/change|insert/.test(one[name].kind) ? [newText(one[name], name, index)] : []));

const property = (predicate: (places: readonly Place[]) => void) =>
  fc.assert(fc.property(fc.array(place, { minLength: 1, maxLength: 12 }), predicate), { numRuns: 500 });

test('each new text of both sides is in the result, or in a conflict that is shown', () => {
  property((places) => {
    const { conflicts, text } = mergeText(versionsOf(places));
    const choosing = (choice: Choice) => text(conflicts.map(() => choice));
    for (const [name, other] of SIDES) {
      const shown = conflicts.map((conflict) => conflict[name]).join('\n\n');
      for (const typed of newTexts(places, name)) {
        expect(choosing('both')).toContain(typed);
        expect(choosing(name)).toContain(typed);
        expect(choosing(other) + shown).toContain(typed);
      }
    }
  });
});

test('edits with a paragraph between them are merged as typed', () => {
  property((places) => {
    const apart = places.map(({ mine, theirs, ...one }, index) => ({
      ...one,
      mine: index % 4 === 0 ? mine : { ...mine, kind: 'keep' as const },
      theirs: index % 4 === 2 ? theirs : { ...theirs, kind: 'keep' as const },
    }));
    const { conflicts, text } = mergeText(versionsOf(apart));
    expect(conflicts).toEqual([]);
    expect(text([])).toBe(textOf(apart, ['mine', 'theirs']));
  });
});

const conflictsOf = (base: string, mine: string, theirs: string) =>
  mergeText({ base, mine, theirs }).conflicts.map((conflict) => [conflict.mine, conflict.theirs]);
const merged = (base: string, mine: string, theirs: string) => mergeText({ base, mine, theirs }).text([]);

test.each([
  ['one side', 'A\n\nB', 'A\n\nB\n', 'A\n\nB', 'A\n\nB\n'],
  ['the same change', 'A', 'B\r\n\r\nC', 'B\r\n\r\nC', 'B\r\n\r\nC'],
  ['neighbours', 'A\n\nB\n\nC', 'A1\n\nB\n\nC1', 'A\n\nB1\n\nC', 'A1\n\nB1\n\nC1'],
  ['a paragraph and a new end', 'A\n\nB', 'A1\n\nB', 'A\n\nB\n\nC', 'A1\n\nB\n\nC'],
  ['blank lines after a paragraph that the other one changed', 'A\n\nB', 'A\n\n\n\nB', 'A1\n\nB', 'A1\n\nB'],
  ['line ends that typing changed', 'A\r\n\r\nB\r\n\r\nC', 'A1\n\nB\n\nC', 'A\r\n\r\nB\r\n\r\nC1', 'A1\n\nB\n\nC1'],
  ['the end of a text', 'A\n\nB\n\nC', 'A1\n\nB\n\nC', 'A\n\nB\n\nC1\n', 'A1\n\nB\n\nC1\n'],
  ['names of properties', '__proto__\n\nB\n\nA', '__proto__\n\nB\n\nC', 'B\n\nA', 'B\n\nC'],
])('%s: both changes are in the text', (_, base, mine, theirs, expected) => {
  expect(conflictsOf(base, mine, theirs)).toEqual([]);
  expect(merged(base, mine, theirs)).toBe(expected);
  expect(merged(base, theirs, mine)).toBe(expected);
});

test.each([
  ['a paragraph', 'A\n\nB', 'A1\n\nB', 'A2\n\nB', ['A1', 'A2']],
  ['a paragraph and a new one beside it', 'A\n\nB', 'A1\n\nB', 'A\n\nX\n\nB', ['A1', 'A\n\nX']],
  ['a new end', 'A', 'A\n\nB', 'A\n\nC', ['B', 'C']],
  ['a new text', '', 'B', 'C', ['B', 'C']],
  ['a deletion and a change', 'A\n\nB\n\nC', 'A\n\nC', 'A\n\nB1\n\nC', ['', 'B1']],
  ['an open fence', 'A\n\nB', `${FENCE}\nA\n\nB`, 'A\n\nB\n\nC', [`${FENCE}\nA\n\nB`, 'A\n\nB\n\nC']],
])('%s: a person decides', (_, base, mine, theirs, expected) => {
  expect(conflictsOf(base, mine, theirs)).toEqual([expected]);
  expect(conflictsOf(base, theirs, mine)).toEqual([expected.toReversed()]);
});

test('thousands of paragraphs are merged; where many are alike, they are one conflict', () => {
  const countIn = (write: (index: number) => string) => {
    const text = (changed: number) =>
      Array.from({ length: 5_000 }, (_, index) => (index === changed ? 'Neu' : write(index))).join('\n\n');
    const { conflicts } = mergeText({ base: text(-1), mine: text(7), theirs: text(4_990) });
    return conflicts.length;
  };
  expect(countIn((index) => `Absatz ${index}`)).toBe(0);
  expect(countIn((index) => `Absatz ${index % 3}`)).toBe(1);
});

test.each([
  ['', 1],
  ['\n\n A\n \nB  \n', 3],
  ['A\r\n\r\n\r\nB\r\n', 2],
  [`- ${FENCE}\n  x\n\n  y\n  ${FENCE}\n\nA\n${FENCE} a\n\nB`, 2],
  [`${FENCE}${FENCE}\na\n\n${FENCE}\n\nb\n${FENCE}${FENCE}\n\nA \`${FENCE}\`\n\nB`, 3],
])('paragraphs are the whole text, and a fenced code is one: %j', (text, count) => {
  const paragraphs = paragraphsOf(text);
  expect(paragraphs.join('')).toBe(text);
  expect(paragraphs).toHaveLength(count);
});
