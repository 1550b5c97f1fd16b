import { expect, test } from 'vitest';
import { type Choice, mergeText } from './merge-text.ts';
import { paragraphsOf } from './paragraphs.ts';

/** Random numbers that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

type Random = (below: number) => number;

function randomOf(seed: number): Random {
  const random = numbers(seed);
  return (below) => Math.floor(random.next().value * below);
}

const pick = <One>(random: Random, from: readonly One[]): One => from[random(from.length)] as One;

const FENCE = '```';
const WRITERS: Readonly<Record<string, (name: string) => string>> = {
  paragraph: (name) => `Absatz ${name} über KI.\nZweite Zeile von ${name}.`,
  heading: (name) => `## Titel ${name}`,
  list: (name) => `- Punkt ${name}\n- Punkt zwei\n  - darunter ${name}`,
  fence: (name) => `${FENCE}js\nconst x = '${name}';\n\n\n// nach leeren Zeilen\n${FENCE}`,
  tildes: (name) => `~~~~\n${name}\n\n${FENCE}\n~~~\n\n~~~~`,
  quoted: (name) => `> ${FENCE}\n> ${name}\n>\n> ${FENCE}`,
  table: (name) => `| a | b |\n| --- | --- |\n| ${name} | 1 |`,
  spaces: (name) => `    eingerückt ${name}  `,
};
const KINDS = Object.keys(WRITERS);
const GAPS = ['\n\n', '\n\n', '\n\n', '\n\n\n', '\n \n', '\n\t\n\n'];

/** Blocks at even places and separators at odd ones; the last separator ends the text. */
type Tokens = readonly string[];

interface Shape {
  readonly kinds: readonly string[];
  readonly most: number;
  readonly ends: readonly string[];
}

const SHAPES: readonly Shape[] = [
  { kinds: KINDS, most: 12, ends: ['', '\n', '\n\n'] },
  { kinds: ['paragraph'], most: 6, ends: [''] },
  { kinds: ['list', 'table'], most: 8, ends: ['\n'] },
  { kinds: ['fence', 'tildes', 'quoted'], most: 8, ends: ['', '\n'] },
  { kinds: ['heading', 'paragraph', 'spaces'], most: 40, ends: ['\n\n\n'] },
  { kinds: KINDS, most: 1, ends: ['', '\n'] },
  { kinds: KINDS, most: 3_000, ends: ['\n'] },
];

const write = (random: Random, { kinds }: Shape, name: string) => WRITERS[pick(random, kinds)]?.(name) ?? name;

function textOf(random: Random, shape: Shape, count: number): Tokens {
  return Array.from({ length: count }, (_, index) => [
    write(random, shape, `B${index}`),
    index === count - 1 ? pick(random, shape.ends) : pick(random, GAPS),
  ]).flat();
}

interface Edit {
  readonly kind: 'change' | 'delete' | 'insert';
  /** An insertion is after this block; -1: before all. */
  readonly at: number;
  readonly text: string;
  readonly gap: string;
}

/** At most one edit in a place, and no insertion beside a deletion: the pair would be a change. */
function editsOf(random: Random, shape: Shape, count: number, name: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let round = 1 + random(4); round > 0; round -= 1) {
    const kind = pick(random, ['change', 'delete', 'insert'] as const);
    const at = kind === 'insert' ? random(count + 1) - 1 : random(count);
    if (at < -1 || edits.some((edit) => Math.abs(edit.at - at) <= 1)) continue;
    edits.push({ kind, at, text: write(random, shape, `${name}${round}`), gap: pick(random, GAPS) });
  }
  return edits;
}

function edited(tokens: Tokens, edits: readonly Edit[]): string {
  const result = [...tokens];
  for (const { kind, at, text, gap } of edits.toSorted((one, other) => placeOf(other) - placeOf(one))) {
    const isLast = at * 2 + 2 >= result.length;
    if (kind === 'change') result[at * 2] = text;
    else if (kind === 'insert' && at >= 0 && isLast) result.splice(at * 2 + 1, 0, gap, text);
    else if (kind === 'insert') result.splice(at * 2 + 2, 0, text, gap);
    else if (isLast) result.splice(Math.max(at * 2 - 1, 0), at === 0 ? 1 : 2);
    else result.splice(at * 2, 2);
  }
  return result.join('');
}

/** A change is in a block; an insertion is in the gap after one. */
const placeOf = ({ kind, at }: Edit) => at * 2 + (kind === 'insert' ? 1 : 0);

function distanceOf(mine: readonly Edit[], theirs: readonly Edit[]): number {
  const pairs = mine.flatMap((one) => theirs.map((other) => [one, other] as const));
  return Math.min(
    ...pairs
      .filter(([one, other]) => !(one.kind === 'delete' && other.kind === 'delete' && one.at === other.at))
      .map(([one, other]) => Math.abs(placeOf(one) - placeOf(other))),
  );
}

const newTexts = (edits: readonly Edit[]) => edits.flatMap(({ kind, text }) => (kind === 'delete' ? [] : [text]));

function pairOf(seed: number) {
  const random = randomOf(seed);
  const shape = pick(random, SHAPES);
  const count = 1 + random(shape.most);
  const tokens = textOf(random, shape, count);
  const [mine, theirs] = [editsOf(random, shape, count, 'M'), editsOf(random, shape, count, 'T')];
  const end = random(5) === 0 ? '\r\n' : '\n';
  const text = (edits: readonly Edit[]) => edited(tokens, edits).replaceAll('\n', end);
  return { mine, theirs, text, versions: { base: text([]), mine: text(mine), theirs: text(theirs) } };
}

const SEEDS = Array.from({ length: 500 }, (_, seed) => seed + 1);
const plain = (text: string) => text.replaceAll('\r\n', '\n');

test('500 pairs of edits: what does not touch is merged as typed, what touches is reported, and nothing is lost', () => {
  const seen = { apart: 0, beside: 0, touching: 0 };
  for (const seed of SEEDS) {
    const { mine, theirs, text, versions } = pairOf(seed);
    const merge = mergeText(versions);
    const distance = distanceOf(mine, theirs);
    const about = `seed ${seed}: ${JSON.stringify(versions)}`;
    const expected = text([
      ...mine,
      ...theirs.filter(
        (edit) => !mine.some((one) => one.kind === 'delete' && edit.kind === 'delete' && one.at === edit.at),
      ),
    ]);
    if (distance === 0) {
      seen.touching += 1;
      expect(merge.conflicts.length, about).toBeGreaterThan(0);
    } else if (distance > 2) {
      seen.apart += 1;
      expect(merge.conflicts, about).toEqual([]);
      expect(merge.text([]), about).toBe(expected);
    } else seen.beside += 1;
    const blocksOf = (merged: string) => paragraphsOf(plain(merged)).blocks;
    if (merge.conflicts.length === 0) expect(blocksOf(merge.text([])), about).toEqual(blocksOf(expected));
    const keeping = (choice: Choice) => plain(merge.text(merge.conflicts.map(() => choice)));
    for (const block of newTexts([...mine, ...theirs])) expect(keeping('both'), about).toContain(block);
    for (const block of newTexts(mine)) expect(keeping('mine'), about).toContain(block);
    for (const block of newTexts(theirs)) expect(keeping('theirs'), about).toContain(block);
  }
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(50);
});

const merged = (base: string, mine: string, theirs: string) => {
  const merge = mergeText({ base, mine, theirs });
  expect(merge.conflicts).toEqual([]);
  return merge.text([]);
};

const conflictsOf = (base: string, mine: string, theirs: string) => mergeText({ base, mine, theirs }).conflicts;

test.each([
  ['one side', 'A\n\nB', 'A\n\nB\n', 'A\n\nB', 'A\n\nB\n'],
  ['the same change', 'A', 'B\r\n\r\nC', 'B\r\n\r\nC', 'B\r\n\r\nC'],
  ['paragraphs beside each other', 'A\n\nB\n\n\nC', 'A1\n\nB\n\n\nC', 'A\n\nB1\n\n\nC', 'A1\n\nB1\n\n\nC'],
  ['a change of the last one and one more', 'A\n\nB', 'A\n\nB1', 'A\n\nB\n\nC', 'A\n\nB1\n\nC'],
  [
    'paragraphs beside those that one changed in a row',
    'Der Anfang\n\nDie Mitte\n\nDer Schluss',
    'Mein Anfang\n\nDie lange Mitte\n\nDer Schluss',
    'Der Anfang\n\nDie Mitte\n\nIhr Schluss\n\nIhr Zusatz',
    'Mein Anfang\n\nDie lange Mitte\n\nIhr Schluss\n\nIhr Zusatz',
  ],
  ['separators', 'A\n\nB\n\nC', 'A\n\n\n\nB\n\nC', 'A\n\nB1\n \nC', 'A\n\n\n\nB1\n \nC'],
  ['line ends that typing changed', 'A\r\n\r\nB\r\n', 'A1\n\nB\n', 'A\r\n\r\nB1\r\n', 'A1\n\nB1\n'],
  ['the end of a text that one removed', 'A\n\nB\n', 'A1\n\nB', 'A\n\nB1\n', 'A1\n\nB1'],
  ['the end of a text', 'A\n\nB', 'A1\n\nB', 'A\n\nB\n', 'A1\n\nB\n'],
  [
    'names of properties',
    '__proto__\n\nconstructor\n\nA',
    '__proto__\n\nconstructor\n\nB',
    '__proto__\n\nA',
    '__proto__\n\nB',
  ],
])('%s: both changes are in the text', (_, base, mine, theirs, expected) => {
  expect(merged(base, mine, theirs)).toBe(expected);
  expect(merged(base, theirs, mine).replaceAll('\r\n', '\n')).toBe(expected.replaceAll('\r\n', '\n'));
});

test.each([
  ['a paragraph', 'A\n\nB', 'A1\n\nB', 'A2\n\nB', ['A1', 'A2']],
  ['a new end', 'A', 'A\n\nB', 'A\n\nC', ['B', 'C']],
  ['a new text', '', 'B', 'C', ['B', 'C']],
  ['a deletion and a change', 'A\n\nB\n\nC', 'A\n\nC', 'A\n\nB1\n\nC', ['', 'B1']],
  ['a separator', 'A\n\nB', 'A\n\n\nB', 'A\n \nB', ['A\n\n\nB', 'A\n \nB']],
  ['a separator and a paragraph in it', 'A\n\nB', 'A\n\n\nB', 'A\n\nX\n\nB', ['A\n\n\nB', 'A\n\nX\n\nB']],
  ['paragraphs written anew beside a new one', 'A\n\nB', 'C\n\nD', 'A\n\nB\n\nE', ['C\n\nD', 'A\n\nB\n\nE']],
  ['an open fence', 'A\n\nB', `${FENCE}\nA\n\nB`, 'A\n\nB\n\nC', [`${FENCE}\nA\n\nB`, 'A\n\nB\n\nC']],
])('%s: a person decides', (_, base, mine, theirs, expected) => {
  expect(conflictsOf(base, mine, theirs).map((conflict) => [conflict.mine, conflict.theirs])).toEqual([expected]);
  expect(conflictsOf(base, theirs, mine).map((conflict) => [conflict.theirs, conflict.mine])).toEqual([expected]);
});

test('a choice is for one conflict, and both keeps mine before theirs', () => {
  const merge = mergeText({ base: 'A\n\nB\n\nC', mine: 'A1\n\nB\n\nC1', theirs: 'A2\n\nB\n\nC2\n' });
  expect(merge.conflicts).toEqual([
    { base: 'A', mine: 'A1', theirs: 'A2' },
    { base: 'C', mine: 'C1', theirs: 'C2' },
  ]);
  expect(merge.text(['mine', 'theirs'])).toBe('A1\n\nB\n\nC2\n');
  expect(merge.text(['both', 'mine'])).toBe('A1\n\nA2\n\nB\n\nC1\n');
});

test('thousands of paragraphs, also alike ones, are merged within a second', () => {
  const count = 5_000;
  const text = (changed: number, writer: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => (index === changed ? 'Neu' : writer(index))).join('\n\n');
  for (const writer of [(index: number) => `Absatz ${index}`, (index: number) => `Absatz ${index % 3}`]) {
    const start = performance.now();
    const both = merged(text(-1, writer), text(7, writer), text(4_990, writer));
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(paragraphsOf(both).blocks.filter((block) => block === 'Neu')).toHaveLength(2);
    expect(paragraphsOf(both).blocks).toHaveLength(count);
  }
});

test.each(['', '\n\n A\n \nB  \n', 'A\r\n\r\n\r\nB\r\n', `- ${FENCE}\n  x\n\n  y\n  ${FENCE}\n\nA\n${FENCE} a\n\nB`])(
  'lead, blocks and gaps are the whole text: %j',
  (text) => {
    const { lead, blocks, gaps } = paragraphsOf(text);
    expect(lead + blocks.map((block, index) => block + gaps[index]).join('')).toBe(text);
  },
);

test('thousands of paragraphs that are alike and differ in many places are one conflict rather than a long wait', () => {
  const text = (name: string) =>
    Array.from({ length: 5_000 }, (_, index) => (index % 500 === 1 ? name : `Absatz ${index % 3}`)).join('\n\n');
  const start = performance.now();
  const { conflicts } = mergeText({ base: text('A'), mine: text('B'), theirs: text('C') });
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(conflicts).toHaveLength(1);
});

test('a fenced code with blank lines is one block, until a fence as long closes it', () => {
  const { blocks } = paragraphsOf(`${FENCE}${FENCE}\na\n\n${FENCE}\n\nb\n${FENCE}${FENCE}\n\nA \`${FENCE}\`\n\nB`);
  expect(blocks).toHaveLength(3);
});
