/** How well a passage of a source tells of what a claim tells. */

import type { DateValue } from './dates.ts';
import { isSameDate, shareSaid } from './dates.ts';
import type { NameValue } from './names.ts';
import { isSameNumber, type NumberValue } from './numbers.ts';
import type { Passage, Stem, Value } from './source-text.ts';
import { likenessTo } from './words.ts';

export interface Claim {
  readonly text: string;
  readonly stems: readonly Stem[];
  readonly numbers: readonly NumberValue[];
  readonly dates: readonly DateValue[];
  readonly names: readonly NameValue[];
}

/** A value of a source that a claim may mean. */
export interface Candidate {
  readonly value: Value;
  readonly passage: Passage;
  readonly score: number;
  /** Whether both numbers count the same. */
  readonly isOfSameNoun?: boolean;
}

/** Words around a passage say less about it than its own. */
const AROUND = 0.45;
/** Letters after which a word counts about two thirds. */
const REACH = 40;
const LEAST = 0.35;

const nearness = (letters: number) => LEAST + (1 - LEAST) / (1 + letters / REACH);

function closest(stem: string, stems: readonly Stem[]): number {
  const like = likenessTo(stem);
  let best = 0;
  for (const other of stems) best = Math.max(best, like(other.stem));
  return best;
}

/** How well one stem is said in a passage, nearer to `at` better. */
function saidIn(passage: Passage, stem: string, at: number | undefined): number {
  const like = likenessTo(stem);
  let own = 0;
  for (const other of passage.stems) {
    const same = like(other.stem);
    if (same > 0) own = Math.max(own, at === undefined ? same : same * nearness(Math.abs(other.start - at)));
  }
  // A word around a passage counts less than half.
  return own >= AROUND ? own : Math.max(own, AROUND * closest(stem, passage.around));
}

/** The weighed share of stems that one function says, from 0 to 1; `otherwise` for none. */
function shareOf(stems: readonly Stem[], said: (stem: Stem) => number, otherwise: number): number {
  const all = stems.reduce((sum, { weight }) => sum + weight, 0);
  const found = stems.reduce((sum, stem) => sum + stem.weight * said(stem), 0);
  return all === 0 ? otherwise : found / all;
}

/**
 * From 0 to 1. `from` is the place of a value in the claim, whose words count more the nearer they are to it, `at` the
 * place of a value in the passage.
 */
export function similarity(stems: readonly Stem[], passage: Passage, at?: number, from?: number): number {
  const weighed =
    from === undefined
      ? stems
      : stems.map((stem) => ({ ...stem, weight: stem.weight * nearness(Math.abs(stem.start - from)) }));
  return shareOf(weighed, ({ stem }) => saidIn(passage, stem, at), 0);
}

const BREAK =
  /[,;:()–]|\s(?:und|oder|während|aber|sondern|gefolgt|statt|gegenüber|dagegen|and|while|but|than|against|compared)\s/g;

/** The stems about one value: to the last mark or conjunction before the next value. */
function stemsAbout({ sentence: { text }, stems }: Passage, at: number, others: readonly Value[]): readonly Stem[] {
  const breaks = Array.from(text.matchAll(BREAK), ({ index }) => index).filter(
    (index) => !/\d,\d/.test(text.slice(index - 1, index + 2)),
  );
  const values = others.map(({ start }) => start).filter((start) => start !== at);
  const before = Math.max(-1, ...values.filter((start) => start < at));
  const after = Math.min(text.length, ...values.filter((start) => start > at));
  const from = before < 0 ? 0 : (breaks.findLast((index) => index < at && index > before) ?? 0);
  const until = breaks.findLast((index) => index > at && index < after) ?? text.length;
  return stems.filter(({ start }) => start >= from && start < (after === text.length ? after : until));
}

const countable = ({ numbers, dates }: Passage): readonly Value[] => [...numbers, ...dates];

/** How much of what the source says about a value the claim says, too. */
const coverage = (claim: Claim, passage: Passage, at: number) =>
  shareOf(stemsAbout(passage, at, countable(passage)), ({ stem }) => closest(stem, claim.stems), 0.5);

const overlaps = (one: Value, other: Value) => one.start < other.end && other.start < one.end;

/** Whether a date of the claim is about this value, and not about another that is nearer to it. */
const isAbout = (date: DateValue, value: Value, numbers: readonly NumberValue[]) =>
  numbers.every((other) => Math.abs(other.start - date.end) >= Math.abs(value.start - date.end));

/** How many other values of the claim the passage has. */
const companions = (value: Value, { numbers, dates }: Claim, passage: Passage) =>
  numbers.filter((one) => !overlaps(one, value) && passage.numbers.some((other) => isSameNumber(one, other))).length +
  dates.filter(
    (one) =>
      one !== value &&
      isAbout(one, value, numbers) &&
      passage.dates.some((other) => isSameDate(one, other) && shareSaid(one, other) === 1),
  ).length;

const IN_NEXT_SENTENCE = 0.6;

/** How many other numbers of the claim the sentence before or after the passage has. */
const neighbours = (value: Value, { numbers }: Claim, { near }: Passage) =>
  Math.max(
    ...near.map(
      (others) =>
        numbers.filter((one) => !overlaps(one, value) && others.some((other) => isSameNumber(one, other))).length,
    ),
  );

const rivals = (value: Value, { numbers, dates }: Passage) =>
  value.kind === 'date'
    ? dates.length
    : numbers.filter(({ unit }) => value.kind === 'number' && unit === value.unit).length;

const NEAR_WORDS = 0.6;
const WORDS_BESIDE = 0.4;
const EACH_COMPANION = 0.11;
const MOST_COMPANIONS = 2;

/** How likely a value of the source is the one that the claim says. Where others stand beside it, words near it count. */
export function scoreOf(value: Value, claim: Claim, passage: Passage, at: number): number {
  const near = similarity(claim.stems, passage, rivals(value, passage) > 1 ? at : undefined, value.start);
  const beside = coverage(claim, passage, at) * similarity(claim.stems, passage);
  const said = companions(value, claim, passage) + IN_NEXT_SENTENCE * neighbours(value, claim, passage);
  const accompanied = Math.min(MOST_COMPANIONS, said);
  return NEAR_WORDS * near + WORDS_BESIDE * beside + EACH_COMPANION * accompanied;
}

const CLEARLY = 0.2;
const WHOLLY = 0.8;

const CLAUSE = /[,;:–]|\s(?:doch|aber|während|sodass|nachdem)\s/g;
const FEWEST_STEMS = 3;

/** The stems of the clause at a place, or all where it has few. */
function stemsOfClause({ text, stems }: Claim, at: number): readonly Stem[] {
  const breaks = Array.from(text.matchAll(CLAUSE), ({ index }) => index).filter(
    (index) => !/\d[,:]\d/.test(text.slice(index - 1, index + 2)),
  );
  const from = breaks.findLast((index) => index < at) ?? 0;
  const until = breaks.find((index) => index > at) ?? text.length;
  const own = stems.filter(({ start }) => start >= from && start < until);
  return own.length < FEWEST_STEMS ? stems : own;
}

/** Of two values of one sentence, whether the claim says at a place what stands beside the second, at least as well. */
export function isContrast(claim: Claim, first: Candidate, second: Candidate, at: number): boolean {
  const { passage } = first;
  if (passage !== second.passage) return false;
  const values = first.value.kind === 'name' ? passage.names : countable(passage);
  const [mine, theirs] = [first, second].map(({ value }) => stemsAbout(passage, value.start, values)) as [
    readonly Stem[],
    readonly Stem[],
  ];
  const said = stemsOfClause(claim, at);
  const isInValue = ({ start }: Stem) => [first, second].some(({ value }) => value.start <= start && start < value.end);
  const saidAlone = (stems: readonly Stem[], others: readonly Stem[]) => {
    const alone = stems.filter((stem) => !isInValue(stem) && closest(stem.stem, others) === 0);
    return shareOf(alone, ({ stem }) => closest(stem, said), 0.5);
  };
  const [own, other] = [saidAlone(mine, theirs), saidAlone(theirs, mine)];
  return other > own + CLEARLY || (other >= WHOLLY && other >= own);
}
