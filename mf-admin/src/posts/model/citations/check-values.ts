/** Whether the numbers and dates of a claim are in its source, about the same. */
import { type DateValue, isSameDate, shareSaid } from './dates.ts';
import type { Finding } from './finding.ts';
import { isSameNumber, type NumberValue } from './numbers.ts';
import { type Candidate, type Claim, isContrast, scoreOf } from './similarity.ts';
import type { SourceText, Value } from './source-text.ts';
import { likeness, stemOf, wordsOf } from './words.ts';

/** A value with this share of the best score is as likely meant. */
const ENOUGH = 0.85;
const ENOUGH_IN_SENTENCE = 0.5;
/** Below, the source says nothing about the subject. */
const LEAST = 0.12;

function decide(
  claim: Claim,
  value: Value,
  candidates: readonly Candidate[],
  isSame: (other: Value) => boolean,
): Finding {
  const sorted = candidates.toSorted((one, other) => other.score - one.score);
  const [best] = sorted;
  if (!best) return { value, state: 'not found' };
  const same = sorted.find((candidate) => isSame(candidate.value));
  const contrast = sorted.find(
    (other) =>
      same &&
      !isSame(other.value) &&
      (!same.isOfSameNoun || other.isOfSameNoun) &&
      other.score >= ENOUGH_IN_SENTENCE * same.score &&
      isContrast(claim, same, other, value.start),
  );
  if (contrast) return { value, state: 'contradicted', source: contrast };
  // Beside each other, only what stands near tells them apart.
  if (same && (same.score >= ENOUGH * best.score || same.passage === best.passage))
    return { value, state: 'supported', source: same };
  return best.score > LEAST || same ? { value, state: 'contradicted', source: best } : { value, state: 'not found' };
}

const LABEL =
  /(?:Fassung|Version|Kapitel|Abschnitt|Artikel|Paragraf|Teil|Stufe|Band|Ausgabe|Seite|Tabelle|Abbildung|Modul|Lektion|Phase|Nr\.|Nummer|paper|chapter|section|article|part|table|figure|page|volume|step|level)\s$/iu;

const labelOf = ({ unit, start, text: digits }: NumberValue, text: string) => {
  const word = unit === '' ? LABEL.exec(text.slice(0, start))?.[0] : undefined;
  return word === undefined ? undefined : word + digits;
};

/** The noun that a number counts. */
const nounOf = ({ end, unit }: NumberValue, text: string) => {
  const next = unit === '' ? wordsOf(text.slice(end, end + 60)).slice(0, 3) : [];
  return stemOf(next.find(({ text: word }) => /^\p{Lu}/u.test(word))?.text ?? '');
};

const SAME_NOUN = 1.3;

const DIFFERENCE =
  /(?:^|\s)(?:um|weniger|mehr|länger|kürzer|schneller|teurer|billiger|günstiger|jünger|älter|Unterschied|Differenz)\s/i;

/** Whether a claim says by how much two numbers of one sentence differ. Shares differ by percentage points. */
function isDifference(value: NumberValue, claim: Claim, source: SourceText): boolean {
  if (value.unit === 'share' || !DIFFERENCE.test(claim.text.slice(Math.max(0, value.start - 30), value.end + 30)))
    return false;
  return source.passages.some(({ numbers }) => {
    const alike = numbers.filter(({ unit }) => unit === value.unit || unit === '');
    return alike.some((one, index) =>
      alike.slice(index + 1).some((other) => Math.abs(Math.abs(one.bare - other.bare) - value.bare) < 0.001),
    );
  });
}

/** Whether a share in words, such as `drei Viertel`, is that of two numbers that count the same. */
function isShareOfCounts(value: NumberValue, source: SourceText): boolean {
  if (value.unit !== 'share' || value.isOf || /\d/.test(value.text)) return false;
  const counts = source.passages.flatMap(({ sentence, numbers }) =>
    numbers.filter(({ unit }) => unit === '').map((one) => ({ amount: one.amount, noun: nounOf(one, sentence.text) })),
  );
  return counts.some((part) =>
    counts.some(
      (whole) =>
        part.noun !== '' &&
        likeness(part.noun, whole.noun) >= 0.8 &&
        Math.abs(part.amount / whole.amount - value.amount) < 0.001,
    ),
  );
}

const LATER = /^\S*\s+(?:Jahre?n?|Monate?n?|Wochen?|Tage?n?)\s+(?:vorher|zuvor|früher|später|danach)/;

/** Whether a number follows from two values of the source, or cannot be judged from one. */
const isDerived = (value: NumberValue, claim: Claim, source: SourceText) =>
  /umgerechnet\s+(?:\S+\s+)?$/i.test(claim.text.slice(0, value.start)) ||
  isDifference(value, claim, source) ||
  isShareOfCounts(value, source);

export function checkNumber(value: NumberValue, claim: Claim, source: SourceText): Finding {
  const finding = findNumber(value, claim, source);
  if (finding.state === 'supported' || !(isInterval(value, claim.text) || isDerived(value, claim, source)))
    return finding;
  return { value, state: 'supported' };
}

/** Times between two dates are not judged. */
const isInterval = ({ start, unit }: NumberValue, text: string) => unit === 'time' && LATER.test(text.slice(start));

function findNumber(value: NumberValue, claim: Claim, source: SourceText): Finding {
  const label = labelOf(value, claim.text);
  if (label !== undefined && source.text.includes(label)) return { value, state: 'supported' };
  const others = claim.numbers.filter((other) => other !== value);
  const noun = nounOf(value, claim.text);
  const candidates = source.passages.flatMap((passage) => {
    const { text } = passage.sentence;
    const isMeant = (other: NumberValue) =>
      isSameNumber(value, other) ||
      (value.unit === other.unit &&
        labelOf(other, text) === undefined &&
        !others.some((one) => isSameNumber(one, other)));
    return passage.numbers.filter(isMeant).map((other): Candidate => {
      const isOfSameNoun = likeness(noun, nounOf(other, text)) >= 0.8;
      const score = scoreOf(value, claim, passage, other.start) * (isOfSameNoun ? SAME_NOUN : 1);
      return { value: other, passage, score, isOfSameNoun };
    });
  });
  return decide(claim, value, candidates, (other) => isSameNumber(value, other as NumberValue));
}

export function checkDate(value: DateValue, claim: Claim, source: SourceText): Finding {
  const others = claim.dates.filter((other) => other !== value);
  const isMeant = (other: DateValue) =>
    shareSaid(value, other) > 0 && (isSameDate(value, other) || !others.some((one) => isSameDate(one, other)));
  const candidates = source.passages.flatMap((passage) =>
    passage.dates.filter(isMeant).map((other): Candidate => {
      const score = scoreOf(value, claim, passage, other.start) * shareSaid(value, other);
      return { value: other, passage, score };
    }),
  );
  return decide(claim, value, candidates, (other) => isSameDate(value, other as DateValue));
}

/** Shares in words are often computed: one that the source does not say is no fault. */
const isUnsaidShare = ({ value, state }: Finding) =>
  state === 'not found' && value.kind === 'number' && value.unit === 'share' && !value.isOf && !/\d/.test(value.text);

/** Of `five of eight` the share counts if the source has it, else its two numbers; of `four fifths` the share alone. */
export function withoutParts(findings: readonly Finding[]): Finding[] {
  const isWithin = (one: Value, share: Value) => one !== share && one.start >= share.start && one.end <= share.end;
  const shares = findings.filter(({ value }) => findings.some((one) => isWithin(one.value, value)));
  const isOf = ({ value }: Finding) => value.kind === 'number' && value.isOf;
  return findings.filter((one) => {
    if (isUnsaidShare(one)) return false;
    const share = shares.find(({ value }) => isWithin(one.value, value));
    if (share) return isOf(share) && share.state !== 'supported';
    return !shares.includes(one) || !isOf(one) || one.state === 'supported';
  });
}
