/** A source as passages that a check compares with: sentences, rows of tables and headings, with their values and stems. */
import { type DateValue, datesIn } from './dates.ts';
import { inGerman } from './glossary.ts';
import { type NameValue, namesIn, partsOf } from './names.ts';
import { type NumberValue, numbersIn } from './numbers.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { similarStems } from './similar-stems.ts';
import { atOnce, mapped, type Work } from './slices.ts';
import { stemOf, wordsOf } from './words.ts';

export type Value = DateValue | NameValue | NumberValue;

export interface Stem {
  readonly stem: string;
  readonly start: number;
  /** Higher for a word that few passages have. */
  readonly weight: number;
}

export interface Passage {
  readonly sentence: Sentence;
  readonly index: number;
  readonly stems: readonly Stem[];
  /** Of its heading and of the sentences before and after it. */
  readonly around: readonly Stem[];
  readonly dates: readonly DateValue[];
  readonly numbers: readonly NumberValue[];
  readonly names: readonly NameValue[];
  /** Of the sentences before and after it. */
  readonly near: readonly (readonly NumberValue[])[];
}

export interface SourceText {
  readonly text: string;
  readonly passages: readonly Passage[];
  readonly words: ReadonlySet<string>;
  /** The parts of each person's name. */
  readonly persons: readonly (readonly string[])[];
  stemsIn(text: string): Stem[];
}

const COMPARABLE = 0.6;

const stemsOfWord = (word: string) => {
  const stem = stemOf(word);
  const isSaid = stem !== '' && (!/^\d/.test(stem) || /^(?:19|20)\d\d$/.test(stem));
  return [...(isSaid ? [stem] : []), ...inGerman(word).map(stemOf)];
};

/** The inverse document frequency of stems among sentences. */
function weightsAmong(sets: readonly ReadonlySet<string>[]): (stem: string) => number {
  const places = new Map<string, number[]>();
  for (const [index, set] of sets.entries())
    for (const stem of set) {
      const list = places.get(stem);
      if (list) list.push(index);
      else places.set(stem, [index]);
    }
  const similarTo = similarStems(places.keys(), COMPARABLE);
  const known = new Map<string, number>();
  return (stem) => {
    const found = known.get(stem);
    if (found !== undefined) return found;
    const count = new Set(similarTo(stem).flatMap((other) => places.get(other) ?? [])).size;
    const weight = Math.log(1 + sets.length / (1 + count));
    known.set(stem, weight);
    return weight;
  };
}

export function* readingSource(text: string): Work<SourceText> {
  const sentences = sentencesOf(text);
  const sets = yield* mapped(
    sentences,
    ({ text: said }) => new Set(wordsOf(said).flatMap(({ text: word }) => stemsOfWord(word))),
  );
  const weightOf = weightsAmong(sets);
  const stemsIn = (said: string): Stem[] =>
    wordsOf(said).flatMap(({ text: word, start }) =>
      stemsOfWord(word).map((stem) => ({ stem, start, weight: weightOf(stem) })),
    );
  const values = yield* mapped(sentences, ({ text: said }) => {
    const dates = datesIn(said);
    return { dates, numbers: numbersIn(said, dates) };
  });
  const passages = yield* mapped(sentences, (sentence, index): Passage => {
    const { dates, numbers } = values[index] ?? { dates: [], numbers: [] };
    const near = [sentence.context, sentences[index - 1]?.text, sentences[index + 1]?.text].join(' . ');
    return {
      sentence,
      index,
      stems: stemsIn(sentence.text),
      around: stemsIn(near),
      dates,
      numbers,
      names: namesIn(sentence.text),
      near: [values[index - 1]?.numbers ?? [], values[index + 1]?.numbers ?? []],
    };
  });
  const people = passages.flatMap(({ names }) => names.filter(({ isPerson }) => isPerson));
  yield;
  const distinct = new Set(wordsOf(text).map(({ text: word }) => word));
  const parts = yield* mapped([...distinct], partsOf);
  const words = new Set(parts.flat());
  return { text, passages, words, persons: people.map(({ text: name }) => partsOf(name)), stemsIn };
}

export const readSource = (text: string): SourceText => atOnce(readingSource(text));
