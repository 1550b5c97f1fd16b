/** The parts of a judgement that a panel shows: a passage of the source, the words that carry the sentence, and values that differ. */
import { datesIn, isSameDate } from './dates.ts';
import type { Finding, State } from './finding.ts';
import { type Judgement, judging } from './judge.ts';
import { namesIn, partsOf } from './names.ts';
import { isSameNumber, numbersIn } from './numbers.ts';
import type { Work } from './slices.ts';
import type { SourceText } from './source-text.ts';
import { likeness, wordsOf } from './words.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A value of a sentence that its source contradicts; `source` is empty where the source has no such value. */
export interface Difference {
  readonly said: string;
  readonly source: string;
}

export interface Verdict {
  readonly state: State;
  readonly passage: string;
  /** The words of the passage that carry the sentence. */
  readonly marks: readonly Range[];
  /** The passage is the one that the model quoted. */
  readonly isQuoted: boolean;
  readonly differences: readonly Difference[];
}

const SIMILAR = 0.6;

function valuesOf(text: string) {
  const dates = datesIn(text);
  return { dates, numbers: numbersIn(text, dates) };
}

/** Ranges that touch or have only a space between them are one. */
function joined(text: string, ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && (start <= last.end || text.slice(last.end, start).trim() === ''))
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else all.push({ start, end });
  }
  return all;
}

/** The words of a passage that a sentence says, too, and the numbers and dates that both have. */
export function marksIn(passage: string, sentence: string, { stemsIn }: SourceText): readonly Range[] {
  const [own, others] = [valuesOf(sentence), valuesOf(passage)];
  const stems = stemsIn(sentence);
  const carrying = new Set(
    stemsIn(passage)
      .filter(({ stem }) => stems.some((one) => likeness(one.stem, stem) >= SIMILAR))
      .map(({ start }) => start),
  );
  return joined(passage, [
    ...wordsOf(passage).filter(({ start }) => carrying.has(start)),
    ...others.numbers.filter((value) => own.numbers.some((one) => isSameNumber(one, value))),
    ...others.dates.filter((value) => own.dates.some((one) => isSameDate(one, value))),
  ]);
}

/** The name in the source that shares a part with one of the sentence. */
function nameBeside({ value }: Finding, passage: string): string {
  const parts = partsOf(value.text);
  const alike = namesIn(passage).find(({ text }) => partsOf(text).some((part) => parts.includes(part)));
  return alike && alike.text !== value.text ? alike.text : '';
}

const differenceOf = (finding: Finding, passage: string): Difference => ({
  said: finding.value.text,
  source: finding.source?.value.text ?? (finding.value.kind === 'name' ? nameBeside(finding, passage) : ''),
});

function placeOf(passage: string, value: string): Range[] {
  const start = value === '' ? -1 : passage.indexOf(value);
  return start < 0 ? [] : [{ start, end: start + value.length }];
}

/** The passage with the value that differs, for a name the one that has a part of it, else the one that tells most. */
function passageOf({ findings, passage }: Judgement, { passages }: SourceText): string {
  const contradicted = findings.find(({ state }) => state === 'contradicted');
  const parts = contradicted?.value.kind === 'name' ? partsOf(contradicted.value.text) : [];
  const near =
    contradicted?.source?.passage ??
    passages.find(({ names }) => names.some(({ text }) => partsOf(text).some((part) => parts.includes(part))));
  return (near ?? passage)?.sentence.text ?? '';
}

/**
 * A quotation that stands in the source is the passage that is shown. It never changes the state: a passage that is
 * there may be about something else, so only the comparison decides.
 */
export function* verdictOn(sentence: string, source: SourceText, quotation: string | undefined): Work<Verdict> {
  const judgement = yield* judging(sentence, source);
  const compared = passageOf(judgement, source);
  const isQuoted = quotation !== undefined && judgement.state !== 'contradicted';
  const passage = isQuoted ? quotation : compared;
  const differences = judgement.findings
    .filter(({ state }) => state === 'contradicted')
    .map((finding) => differenceOf(finding, compared));
  const others = differences.flatMap((difference) => placeOf(passage, difference.source));
  const marks = joined(passage, [...marksIn(passage, sentence, source), ...others]);
  return { state: judgement.state, passage, marks, isQuoted, differences };
}
