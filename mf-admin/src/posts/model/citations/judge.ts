/** Compares a sentence that cites with the text of its source, by what can be checked without a model. */
import { checkCompounds, checkCountries, checkLastNames, checkName, checkParts } from './check-names.ts';
import { checkDate, checkNumber, withoutParts } from './check-values.ts';
import { datesIn } from './dates.ts';
import type { Finding, State } from './finding.ts';
import { namesIn } from './names.ts';
import { numbersIn } from './numbers.ts';
import { type Claim, similarity } from './similarity.ts';
import { atOnce, mapped, type Work } from './slices.ts';
import type { Passage, SourceText } from './source-text.ts';

export interface Judgement {
  readonly state: State;
  readonly findings: readonly Finding[];
  /** What tells most of the same, `undefined` for an empty source. */
  readonly passage?: Passage | undefined;
}

/** Below, no passage tells of the same. Values that were found say more than words. */
const LEAST_WORDS = 0.25;
const LEAST_BESIDE_VALUES = 0.15;

function claimIn(text: string, { stemsIn }: SourceText): Claim {
  const dates = datesIn(text);
  // Which of several it is, texts say in many ways.
  const numbers = numbersIn(text, dates).filter(({ unit }) => unit !== 'place');
  return { text, stems: stemsIn(text), dates, numbers, names: namesIn(text) };
}

function stateOf(findings: readonly Finding[], score: number): State {
  const states = new Set(findings.map(({ state }) => state));
  if (states.has('contradicted')) return 'contradicted';
  const least = states.has('supported') ? LEAST_BESIDE_VALUES : LEAST_WORDS;
  return states.has('not found') || score < least ? 'not found' : 'supported';
}

export function* judging(text: string, source: SourceText): Work<Judgement> {
  const claim = claimIn(text, source);
  const numbers = yield* mapped(claim.numbers, (value) => checkNumber(value, claim, source));
  const dates = yield* mapped(claim.dates, (value) => checkDate(value, claim, source));
  const names = yield* mapped(claim.names, (value) => checkName(value, claim, source));
  const lastNames = checkLastNames(claim, source);
  yield;
  const findings = [
    ...withoutParts(numbers),
    ...dates,
    ...names.flat(),
    ...lastNames,
    ...checkCompounds(claim, source),
    ...checkParts(claim, source),
    ...checkCountries(claim, source),
  ];
  yield;
  const scored = yield* mapped(source.passages, (passage) => ({ passage, score: similarity(claim.stems, passage) }));
  const best = scored.toSorted((one, other) => other.score - one.score)[0];
  return { state: stateOf(findings, best?.score ?? 0), findings, passage: best?.passage };
}

export const judge = (text: string, source: SourceText): Judgement => atOnce(judging(text, source));
