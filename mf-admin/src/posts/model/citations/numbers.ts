/** Numbers as texts say them, with their units. */
import { numberOf, ordinalOf, partOf } from './number-words.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface NumberValue extends Range {
  readonly kind: 'number';
  readonly text: string;
  /** In the base of its unit: 1 for shares, minutes for times, the whole of a currency. */
  readonly amount: number;
  /** As it is written, without its unit. */
  readonly bare: number;
  /** `share`, `percentage points`, `time`, `points`, a currency; `''` for what is counted. */
  readonly unit: string;
  /** `about`, `more than`. */
  readonly isRough: boolean;
  /** A share that is said as `ein Drittel` or `fünf von acht`. */
  readonly isPart: boolean;
}

const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;
const THIN = "[  \u202f'’.]";
const GROUPED = String.raw`\d{1,3}(?:${THIN}\d{3})+(?!\d)(?:,\d+)?`;
const GROUPED_IN_ENGLISH = String.raw`\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?`;
const DIGITS = new RegExp(
  String.raw`(?<![\p{L}\d.,:])(?:${GROUPED}|${GROUPED_IN_ENGLISH}|\d+(?:[.,]\d+)?)(?![\d:])`,
  'gu',
);

/** `1.250,5`, `1'250.5` and `1,250.5` are the same. Three digits after one separator are thousands. */
export function amountOf(digits: string): number {
  const plain = digits.replace(/[^\d.,]/g, '');
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  return Number(plain.replace(',', '.'));
}

const DAY = 24 * 60;
const MULTIPLIERS = [
  [/^(?:tausend|thousand)$/i, 1e3],
  [/^(?:million(?:en|s)?|mio)$/i, 1e6],
  [/^(?:milliarden?|mrd|billion)$/i, 1e9],
] as const;
const UNITS = [
  [/^(?:prozentpunkte?n?|percentage)$/i, 'percentage points', 1],
  [/^(?:prozent(?:ig\w*)?|percent)$|^%/i, 'share', 0.01],
  [/^(?:euros?|eur)$|^€/i, 'euro', 1],
  [/^cents?$/i, 'euro', 0.01],
  [/^(?:franken|chf|fr\.?)$/i, 'franc', 1],
  [/^rappen$/i, 'franc', 0.01],
  [/^(?:pfund|pounds?|gbp)$|^£/i, 'pound', 1],
  [/^(?:pence|penny)$/i, 'pound', 0.01],
  [/^(?:dollars?|usd)$|^\$/i, 'dollar', 1],
  [/^(?:sekunden?|seconds?)$/i, 'time', 1 / 60],
  [/^(?:minuten?|minütig\w*|minutes?)$/i, 'time', 1],
  [/^(?:stunden?|stündig\w*|hours?)$/i, 'time', 60],
  [/^(?:tage?n?|tägig\w*|days?)$/i, 'time', DAY],
  [/^(?:wochen?|wöchig\w*|weeks?)$/i, 'time', 7 * DAY],
  [/^(?:monate?n?|monatig\w*|months?)$/i, 'time', 30.4375 * DAY],
  [/^(?:jahre?n?|jährige?\w*|years?)$/i, 'time', 365.25 * DAY],
  [/^(?:punkte?n?|points?)$/i, 'points', 1],
] as const;
/** `sechsstündig`, `4,2-mal`, `Viertelstunde`. */
const COMPOUND =
  /^(?<number>.+?)-?(?<unit>tägig|wöchig|stündig|minütig|monatig|jährig|prozentig|seitig|köpfig|mal|fach|stunde|jahr)(?:e?[nmrs]?)$/i;
const ROUGH =
  /(?:gut|rund|etwa|knapp|fast|ungefähr|circa|ca\.?|mehr als|über|weniger als|nahezu|about|around|almost|nearly|more than|over|roughly|under)\s+(?:(?:die|der|the|a)\s+)?$/i;

interface Found extends Range {
  readonly amount: number;
  readonly unit?: string | undefined;
}

export const overlaps = (one: Range, other: Range) => one.start < other.end && other.start < one.end;
const isFree = (taken: readonly Range[], range: Range) => !taken.some((other) => overlaps(other, range));

const wordsOf = (text: string) =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ text: word, start: index, end: index + word.length }));
type Word = ReturnType<typeof wordsOf>[number];

const QUARTERS = /^(?:(?<many>drei)?viertel|(?<half>halb))$/i;

function amountOfPart(number: string): number | undefined {
  const { many, half } = QUARTERS.exec(number)?.groups ?? {};
  if (half) return 0.5;
  return QUARTERS.test(number) ? (many ? 0.75 : 0.25) : numberOf(number);
}

const writtenIn = (words: readonly Word[]): Found[] =>
  words.flatMap(({ text, start, end }): Found[] => {
    const { number = '', unit } = COMPOUND.exec(text)?.groups ?? {};
    const [whole, part] = [numberOf(text), amountOfPart(number)];
    if (whole !== undefined) return [{ amount: whole, start, end }];
    return part === undefined ? [] : [{ amount: part, start, end, unit }];
  });

const SIGN_BEFORE = /(?:[£€$]|(?:Fr|CHF)\.?\s?)$/;
const SIGN_AFTER = /^\s?[%€]/;

/** The words that may name the unit of a number, the nearest first: those after it, and the signs beside it. */
function wordsAfter({ start, end, unit }: Found, text: string, words: readonly Word[]): string[] {
  const [first, second] = words.filter((word) => word.start >= end);
  if (first?.text === 'per' && second?.text === 'cent') return ['percent'];
  const isNext = first !== undefined && /^[\s-]*$/.test(text.slice(end, first.start));
  const sign = SIGN_AFTER.exec(text.slice(end))?.[0] ?? SIGN_BEFORE.exec(text.slice(0, start))?.[0];
  return [unit ?? sign?.trim(), isNext ? first.text : undefined, isNext ? second?.text : undefined].filter(
    (word) => word !== undefined,
  );
}

function withUnit(found: Found, text: string, words: readonly Word[]): NumberValue {
  const { amount: bare } = found;
  const after = wordsAfter(found, text, words);
  const multiplier = MULTIPLIERS.find(([form]) => after.slice(0, 2).some((word) => form.test(word)));
  const named = after.slice(0, multiplier ? 3 : 1);
  const [, unit, factor] = UNITS.find(([form]) => named.some((word) => form.test(word))) ?? [undefined, '', 1];
  return { ...valueAt(found, text), amount: bare * (multiplier?.[1] ?? 1) * factor, bare, unit };
}

function valueAt({ start, end }: Range, text: string) {
  const isRough = ROUGH.test(text.slice(0, start));
  return { kind: 'number' as const, text: text.slice(start, end), start, end, isRough, isPart: false };
}

const BETWEEN =
  /^[\s-]*(?:auf|von|of|out of|bis|statt|zu|und|oder|gegenüber|über|to|and|or|against|instead of|–)\s+(?:zuletzt |nur |bisher |rund |bereits )?$/;

/** In `von 8 auf 11 Millionen Euro` both numbers have the unit of the last. */
function withSharedUnits(values: readonly NumberValue[], text: string): NumberValue[] {
  const shared = [...values];
  for (const [index, value] of [...values.entries()].reverse()) {
    const next = shared[index + 1];
    if (value.unit !== '' || !next || next.unit === '' || next.bare === 0) continue;
    if (!BETWEEN.test(text.slice(value.end, next.start))) continue;
    shared[index] = { ...value, unit: next.unit, amount: (value.amount * next.amount) / next.bare };
  }
  return shared;
}

const OF = /^\s+(?:von|der|of|out of|von den|of the)\s+$/;

/** Shares in words: `ein Drittel`, `zwei Fünftel`, `jede achte`, `fünf von acht`, `one in ten`. */
function sharesIn(text: string, words: readonly Word[], found: readonly Found[]) {
  const share = (amount: number, range: Range): NumberValue[] =>
    Number.isFinite(amount) ? [{ ...valueAt(range, text), amount, bare: amount, unit: 'share', isPart: true }] : [];
  const parts = words.flatMap((word, index) => {
    const before = words[index - 1];
    const many = before && numberOf(before.text);
    const start = before?.start ?? word.start;
    if (before && /^jede[rsnm]?$/i.test(before.text)) return share(1 / (ordinalOf(word.text) ?? 0), { ...word, start });
    return share((many ?? 1) / (partOf(word.text) ?? 0), many ? { ...word, start } : word);
  });
  const pairs = found.flatMap((one, index) => {
    const other = found[index + 1];
    const isOf = other && one.amount < other.amount && OF.test(text.slice(one.end, other.start));
    return isOf ? share(one.amount / other.amount, { start: one.start, end: other.end }) : [];
  });
  const ones = Array.from(text.matchAll(/\bone in ([a-z-]+)/gi)).flatMap(({ 0: all, 1: word = '', index }) =>
    share(1 / (numberOf(word) ?? 0), { start: index, end: index + all.length }),
  );
  return { parts: [...parts, ...ones], pairs };
}

/** The numbers of a text but for those in `taken`, such as its dates. `zwei` of `zwei Drittel` is none. */
export function numbersIn(text: string, taken: readonly Range[]): NumberValue[] {
  const words = wordsOf(text);
  const digits = Array.from(text.matchAll(DIGITS), ({ 0: said, index }): Found => {
    return { amount: amountOf(said), start: index, end: index + said.length };
  });
  const written = writtenIn(words.filter((word) => isFree(digits, word)));
  const found = [...digits, ...written]
    .sort((one, other) => one.start - other.start)
    .filter((one) => isFree(taken, one));
  const { parts, pairs } = sharesIn(text, words, found);
  const counted = found.filter((one) => isFree(parts, one)).map((one) => withUnit(one, text, words));
  return [...withSharedUnits(counted, text), ...parts, ...pairs].sort((one, other) => one.start - other.start);
}

const EXACTLY = 0.0005;
/** Months and years differ in length. */
const OF_TIMES = 0.004;
/** `gut ein Viertel` is 27 percent, too, and `gut 400` is 426. */
const ROUGHLY_ROUND = 0.1;
const ROUGHLY = 0.06;

const isNear = (one: number, other: number, tolerance: number) =>
  Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other)) + Number.EPSILON;

/** A number of one digit and zeros, or one in words. */
const isRound = ({ text }: NumberValue) => !/\d/.test(text) || /^[1-9]0+$/.test(text.replace(/\D/g, ''));

/** Whether a claim may say the number of a source so. */
export function isSameNumber(claim: NumberValue, source: NumberValue): boolean {
  // Two of ten were absent when eight of ten were there.
  if (claim.isPart && source.isPart && isNear(claim.amount + source.amount, 1, EXACTLY)) return true;
  const roughly = isRound(claim) ? ROUGHLY_ROUND : ROUGHLY;
  const tolerance = claim.isRough && !source.isRough ? roughly : EXACTLY;
  if (claim.unit !== source.unit) {
    return (claim.unit === '' || source.unit === '') && isNear(claim.bare, source.bare, tolerance);
  }
  return isNear(claim.amount, source.amount, claim.unit === 'time' ? Math.max(tolerance, OF_TIMES) : tolerance);
}
