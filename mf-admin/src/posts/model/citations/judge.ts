/** Compares the quotations, numbers, dates and addresses of a sentence with the text of its source, without a model. */
import { type DateValue, datesIn, shareSaid } from './dates.ts';
import { type NumberValue, numbersIn, overlaps } from './numbers.ts';
import {
  closeness,
  isSame,
  type Passage,
  type Said,
  type SourceText,
  saidIn,
  valuesOf,
  weightsAround,
} from './passages.ts';
import {
  addressesIn,
  hasQuotation,
  plainAddress,
  type Quotation,
  quotationsIn,
  quotedFor,
  type TextValue,
} from './quotations.ts';

/** `not judged`: the sentence has nothing that can be compared. */
export type State = 'found' | 'not found' | 'not judged';

type Counted = DateValue | NumberValue;
export type Value = Counted | TextValue;

export interface Finding {
  readonly value: Value;
  readonly isFound: boolean;
  /** The value of the source that stands nearest to the words of the sentence. */
  readonly source?: Counted | undefined;
  readonly passage?: Passage | undefined;
}

export interface Verdict {
  readonly state: State;
  readonly findings: readonly Finding[];
  /** A passage of the source that a model quoted for the sentence. It changes no state. */
  readonly quote: string | undefined;
}

/** The comparable values of a sentence. A number or date within a quotation or an address is part of it. */
export function claimIn(text: string) {
  const quotations = quotationsIn(text);
  const addresses = addressesIn(text).filter((one) => !quotations.some((other) => overlaps(one, other)));
  const texts = [...quotations, ...addresses];
  const dates = datesIn(text, texts);
  return { ...saidIn(text), texts, dates, numbers: numbersIn(text, [...texts, ...dates]) };
}

export const hasValues = (text: string) => {
  const { texts, dates, numbers } = claimIn(text);
  return texts.length + dates.length + numbers.length > 0;
};

const checkText = (value: TextValue, { folded, addresses }: SourceText): Finding => ({
  value,
  isFound: value.kind === 'address' ? addresses.has(plainAddress(value.text)) : hasQuotation(folded, value.text),
});

/** By how much another value may stand nearer, in closeness; within a sentence only its place tells values apart. */
const FARTHER = 0.02;
const FARTHER_IN_PASSAGE = 0.1;
/** Counts in words and rounded ones are often counted up by the author: they may stand farther off. */
const FARTHER_IF_VAGUE = 0.15;

/** A share in words or a count in words. */
const isWritten = (value: Counted) =>
  value.kind === 'number' && (value.isPart || (value.unit === '' && !/\d/.test(value.text)));
const isVague = (value: Counted) => isWritten(value) || (value.kind === 'number' && value.isRough);

interface Candidate {
  readonly value: Counted;
  readonly passage: Passage;
  readonly score: number;
}

const couldBe = (value: Counted, other: Counted) =>
  value.kind === 'date' ? other.kind === 'date' : other.kind === 'number' && other.unit === value.unit;

/** The values of a source of which the claim may mean one, each with how near it is to what the claim says. */
function candidatesFor(value: Counted, claim: Said, source: SourceText): Candidate[] {
  const others = valuesOf(claim).filter((one) => !overlaps(one, value));
  const weighed = weightsAround(value, claim, source);
  return source.passages.flatMap((passage) =>
    valuesOf(passage)
      .filter((other) => isSame(value, other) || (couldBe(value, other) && !others.some((one) => isSame(one, other))))
      .map((other) => {
        const part = value.kind === 'date' && other.kind === 'date' ? shareSaid(value, other) : 1;
        return { value: other, passage, score: part * closeness(value, claim, weighed, passage, other.start) };
      }),
  );
}

const best = (candidates: readonly Candidate[]) =>
  candidates.reduce<Candidate | undefined>((one, other) => (one && one.score >= other.score ? one : other), undefined);

function checkCounted(value: Counted, claim: Said, source: SourceText): Finding {
  const candidates = candidatesFor(value, claim, source);
  const nearest = best(candidates);
  const same = best(candidates.filter((one) => isSame(value, one.value)));
  const isNear = same && nearest && nearest.score - same.score <= fartherThan(value, same, nearest);
  const isFound = isNear || isLabel(value, claim, source) || isCalculated(value, claim, source);
  const shown = isNear ? same : nearest;
  return { value, isFound, source: shown?.value, passage: shown?.passage };
}

function fartherThan(value: Counted, same: Candidate, nearest: Candidate): number {
  if (isVague(value) || isWritten(same.value)) return FARTHER_IF_VAGUE;
  return same.passage === nearest.passage ? FARTHER_IN_PASSAGE : FARTHER;
}

/** A number that names something, such as `Fassung 2.1`: the source has it, too, or speaks of no `Fassung`. */
function isLabel(value: Counted, { text }: Said, source: SourceText): boolean {
  const [noun] = /(?<=\s)\p{Lu}[\p{L}-]+\s$/u.exec(text.slice(0, value.start)) ?? [];
  if (noun === undefined || value.kind === 'date' || value.unit !== '') return false;
  return hasQuotation(source.folded, noun + value.text) || !hasQuotation(source.folded, noun);
}

const CONVERTED = /umgerechnet\s+(?:\S+\s+)?$/i;
const LATER = /^\S*\s+\S+\s+(?:vorher|zuvor|früher|später|danach)/;
const DIFFERENCE =
  /(?<!\p{L})(?:um|weniger|mehr|länger|kürzer|schneller|teurer|billiger|günstiger|jünger|älter|Unterschied|Differenz)(?!\p{L})/iu;
const NEAR = 30;
const EXACTLY = 0.001;

/** Whether a number may follow from others by a calculation: a conversion, the time between two dates, a difference. */
function isCalculated(value: Counted, { text }: Said, { passages }: SourceText): boolean {
  if (value.kind === 'date') return false;
  if (CONVERTED.test(text.slice(0, value.start))) return true;
  if (value.unit === 'time' && LATER.test(text.slice(value.start))) return true;
  if (value.unit === 'share' || !DIFFERENCE.test(text.slice(Math.max(0, value.start - NEAR), value.end + NEAR)))
    return false;
  return passages.some(({ numbers, beside }) => {
    const alike = [...numbers, ...beside].flatMap((one) =>
      one.kind === 'number' && (one.unit === value.unit || one.unit === '') ? [one] : [],
    );
    return alike.some((one) => alike.some((other) => Math.abs(one.bare - other.bare - value.bare) < EXACTLY));
  });
}

const isPart = (value: Counted) => value.kind === 'number' && value.isPart;

/** A share in words is often calculated: without its like in the source it is left to the person. */
function withoutParts(values: readonly Counted[], source: SourceText): Counted[] {
  const isSaid = (value: Counted) => source.passages.some((one) => valuesOf(one).some((other) => isSame(value, other)));
  const judged = values.filter((value) => !isPart(value) || isSaid(value));
  return judged.filter((value) => !judged.some((one) => one !== value && isPart(one) && overlaps(one, value)));
}

export function judge(text: string, source: SourceText, quotes: readonly Quotation[] = []): Verdict {
  const claim = claimIn(text);
  const findings = [
    ...claim.texts.map((value) => checkText(value, source)),
    ...withoutParts(valuesOf(claim), source).map((value) => checkCounted(value, claim, source)),
  ];
  const state = findings.length === 0 ? 'not judged' : findings.every(({ isFound }) => isFound) ? 'found' : 'not found';
  return { state, findings, quote: quotedFor(text, quotes, source.folded) };
}
