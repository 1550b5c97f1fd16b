/** The sentences of a source with their values, and how near each value is to what a claim says. */
import { type DateValue, datesIn, isSameDate } from './dates.ts';
import { isSameNumber, type NumberValue, numbersIn, overlaps } from './numbers.ts';
import { addressesIn, folded, plainAddress } from './quotations.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

type Value = DateValue | NumberValue;

/** Five letters tell most German words apart, and find them in compounds and with other endings. */
const LENGTH = 5;
const LEAST_WORD = 3;

/** Every five letters of each word. */
const lettersIn = (text: string): { readonly letters: string; readonly at: number }[] =>
  Array.from(text.matchAll(/\p{L}+/gu)).flatMap(({ 0: found, index: at }) => {
    const word = `^${found.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}`;
    if (word.length <= LEAST_WORD) return [];
    const count = Math.max(1, word.length - LENGTH + 1);
    return Array.from({ length: count }, (_, start) => ({ letters: word.slice(start, start + LENGTH), at }));
  });

/** The values of a sentence; those within a quotation or an address belong to that. */
export function saidIn(text: string) {
  const dates = datesIn(text);
  return { text, dates, numbers: numbersIn(text, dates), letters: lettersIn(text) };
}
export type Said = ReturnType<typeof saidIn>;

const placesOf = ({ letters }: Said) => {
  const places = new Map<string, number[]>();
  for (const { letters: key, at } of letters) places.set(key, [...(places.get(key) ?? []), at]);
  return places;
};

/** The sentences that tell what one takes for granted: a cell has those of its row, another sentence those beside it. */
function besideOf(all: readonly Said[], sentences: readonly Sentence[]): (index: number) => readonly Said[] {
  const rows = Map.groupBy(sentences.keys(), (index) => sentences[index]?.row);
  return (index) => {
    const row = sentences[index]?.row;
    const beside = row === undefined ? [index - 1, index + 1] : (rows.get(row) ?? []);
    return beside.flatMap((other) => all[other] ?? []);
  };
}

function passageOf(said: Said, beside: readonly Said[], heading: string) {
  const around = [...lettersIn(heading), ...beside.flatMap(({ letters }) => letters)];
  return {
    ...said,
    places: placesOf(said),
    /** The letters of its heading, and of the sentences before and after it or of its row. */
    around: new Set(around.map(({ letters }) => letters)),
    /** The values there. */
    beside: beside.flatMap(valuesOf),
  };
}
export type Passage = ReturnType<typeof passageOf>;

/** The inverse document frequency of letters among passages: how rare they are. */
function weightsAmong(passages: readonly Passage[]): (letters: string) => number {
  const counts = new Map<string, number>();
  for (const { places } of passages) for (const key of places.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (letters) => Math.log(1 + passages.length / (1 + (counts.get(letters) ?? 0)));
}

type Pause = () => Promise<void>;
const EACH_SLICE = 25;

async function inSlices<One, Other>(values: readonly One[], to: (one: One, index: number) => Other, pause: Pause) {
  const others: Other[] = [];
  for (const [index, one] of values.entries()) {
    if (index % EACH_SLICE === EACH_SLICE - 1) await pause();
    others.push(to(one, index));
  }
  return others;
}

/** `pause`: the page answers keys while a long source is read. */
export async function readSource(text: string, pause: Pause = async () => {}) {
  const sentences = sentencesOf(text);
  const all = await inSlices(sentences, (sentence) => saidIn(sentence.text), pause);
  const beside = besideOf(all, sentences);
  const heading = (index: number) => sentences[index]?.heading ?? '';
  const passages = await inSlices(all, (said, index) => passageOf(said, beside(index), heading(index)), pause);
  const addresses = new Set(addressesIn(text).map((one) => plainAddress(one.text)));
  return { folded: folded(text), addresses, passages, weightOf: weightsAmong(passages) };
}
export type SourceText = Awaited<ReturnType<typeof readSource>>;

/** Letters of a text after which a word counts clearly less. */
const REACH = 30;
const LEAST = 0.2;
const nearness = (letters: number) => LEAST + (1 - LEAST) / (1 + Math.abs(letters) / REACH);
const AROUND = 0.35;
const EACH_COMPANION = 0.05;
const MOST_COMPANIONS = 2;

export const isSame = (claim: Value, source: Value): boolean =>
  claim.kind === 'date'
    ? source.kind === 'date' && isSameDate(claim, source)
    : source.kind === 'number' && isSameNumber(claim, source);

export const valuesOf = ({ dates, numbers }: Pick<Said, 'dates' | 'numbers'>): readonly Value[] => [
  ...numbers,
  ...dates,
];

const IN_NEXT = 0.6;

/** How many other values of the claim a passage has, those beside it for less. */
function companions(value: Value, claim: Said, passage: Passage): number {
  const others = valuesOf(claim).filter((one) => !overlaps(one, value));
  const count = (values: readonly Value[]) => others.filter((one) => values.some((other) => isSame(one, other))).length;
  return Math.max(count(valuesOf(passage)), IN_NEXT * count(passage.beside));
}

/** The weights of what a claim says around a value: more for rare letters, and for those near it. */
export const weightsAround = ({ start }: Value, { letters }: Said, { weightOf }: SourceText) =>
  letters.map((one) => ({ letters: one.letters, weight: weightOf(one.letters) * nearness(one.at - start) }));
export type Weighed = ReturnType<typeof weightsAround>;

/** From 0, how much of what a claim says around a value stands in a passage, near the place of another value. */
export function closeness(value: Value, claim: Said, weighed: Weighed, passage: Passage, at: number): number {
  let all = 0;
  let said = 0;
  for (const { letters, weight } of weighed) {
    let near = passage.around.has(letters) ? AROUND : 0;
    for (const place of passage.places.get(letters) ?? []) near = Math.max(near, nearness(place - at));
    all += weight;
    said += weight * near;
  }
  const accompanied = Math.min(MOST_COMPANIONS, companions(value, claim, passage));
  return said / (all || 1) + EACH_COMPANION * accompanied;
}
