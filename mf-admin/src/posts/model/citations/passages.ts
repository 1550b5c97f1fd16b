/** The sentences of a source with their values, and how near each value is to what a claim says. */
import { type DateValue, datesIn, isSameDate } from './dates.ts';
import { isSameNumber, type NumberValue, numbersIn, overlaps } from './numbers.ts';
import { addressesIn, folded, plainAddress } from './quotations.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** The values of a sentence; those within a quotation or an address belong to that. */
export interface Said {
  readonly text: string;
  readonly dates: readonly DateValue[];
  readonly numbers: readonly NumberValue[];
  readonly letters: readonly Letters[];
}

interface Letters {
  readonly letters: string;
  readonly at: number;
}

export interface Passage extends Said {
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** The letters of its heading, and of the sentences before and after it or of its row. */
  readonly around: ReadonlySet<string>;
  /** The values there. */
  readonly beside: readonly Value[];
}

type Value = DateValue | NumberValue;

export interface SourceText {
  readonly folded: string;
  readonly addresses: ReadonlySet<string>;
  readonly passages: readonly Passage[];
  /** How rare letters are among the passages. */
  readonly weightOf: (letters: string) => number;
}

/** Five letters tell most German words apart, and find them in compounds and with other endings. */
const LENGTH = 5;
const LEAST_WORD = 3;

/** Every five letters of each word. */
function lettersIn(text: string): Letters[] {
  return Array.from(text.matchAll(/\p{L}+/gu)).flatMap(({ 0: found, index: at }) => {
    const word = `^${found.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}`;
    if (word.length <= LEAST_WORD) return [];
    const count = Math.max(1, word.length - LENGTH + 1);
    return Array.from({ length: count }, (_, start) => ({ letters: word.slice(start, start + LENGTH), at }));
  });
}

export function saidIn(text: string): Said {
  const dates = datesIn(text);
  return { text, dates, numbers: numbersIn(text, dates), letters: lettersIn(text) };
}

const placesOf = ({ letters }: Said) => {
  const places = new Map<string, number[]>();
  for (const { letters: key, at } of letters) places.set(key, [...(places.get(key) ?? []), at]);
  return places;
};

/** The sentences that tell what one takes for granted: a cell has those of its row, another sentence those beside it. */
const besideOf = (one: Sentence, index: number, sentences: readonly Sentence[]) =>
  one.row === undefined
    ? [index - 1, index + 1]
    : sentences.flatMap(({ row }, other) => (row === one.row ? [other] : []));

const EACH_SLICE = 50;

/** `pause`: the page answers keys while a long source is read. */
export async function readSource(text: string, pause: () => Promise<void> = async () => {}): Promise<SourceText> {
  const sentences = sentencesOf(text);
  const all: Said[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (index % EACH_SLICE === EACH_SLICE - 1) await pause();
    all.push(saidIn(sentence.text));
  }
  const passages = all.map((said, index): Passage => {
    const sentence = sentences[index];
    const beside = sentence ? besideOf(sentence, index, sentences).flatMap((other) => all[other] ?? []) : [];
    const around = [...lettersIn(sentence?.heading ?? ''), ...beside.flatMap(({ letters }) => letters)];
    return {
      ...said,
      places: placesOf(said),
      around: new Set(around.map(({ letters }) => letters)),
      beside: beside.flatMap(valuesOf),
    };
  });
  const counts = new Map<string, number>();
  for (const { places } of passages) for (const key of places.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    folded: folded(text),
    addresses: new Set(addressesIn(text).map((one) => plainAddress(one.text))),
    passages,
    weightOf: (letters) => Math.log(1 + passages.length / (1 + (counts.get(letters) ?? 0))),
  };
}

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

/** From 0, how much of what a claim says around a value stands in a passage, near the place of another value. */
export function closeness(value: Value, claim: Said, passage: Passage, at: number, { weightOf }: SourceText): number {
  let all = 0;
  let said = 0;
  for (const { letters, at: from } of claim.letters) {
    const weight = weightOf(letters) * nearness(from - value.start);
    const places = passage.places.get(letters) ?? [];
    const near = Math.max(0, ...places.map((place) => nearness(place - at)));
    all += weight;
    said += weight * (passage.around.has(letters) ? Math.max(near, AROUND) : near);
  }
  const accompanied = Math.min(MOST_COMPANIONS, companions(value, claim, passage));
  return said / (all || 1) + EACH_COMPANION * accompanied;
}
