/** Dates as texts say them, German and English. */
import { overlaps, type Range } from './numbers.ts';

type Span = readonly [first: number, last: number];
const FIELDS = ['year', 'month', 'day'] as const;

/** `Mitte Mai` has a span of days, `Herbst 2025` one of months; months from 1. */
export interface DateValue extends Range {
  readonly kind: 'date';
  readonly text: string;
  readonly year?: Span | undefined;
  readonly month?: Span | undefined;
  readonly day?: Span | undefined;
  /** `16. und 17. Oktober`, not `Mitte Oktober`. */
  readonly isRange: boolean;
}

const spans = (table: Readonly<Record<string, Span>>) =>
  new Map(
    Object.entries(table).flatMap(([names, span]) => names.split(' ').map((name): [string, Span] => [name, span])),
  );
const MONTHS = new Map(
  `januar jänner january,februar feber february,märz march,april,mai may,juni june,juli july,august,september,
  oktober october,november,dezember december`
    .split(/,\s*/)
    .flatMap((names, index) => names.split(' ').map((name): [string, Span] => [name, [index + 1, index + 1]])),
);
const SEASONS = spans({
  'frühjahr frühling spring': [3, 5],
  'sommer summer': [6, 8],
  'herbst autumn fall': [9, 11],
  winter: [12, 12],
  'jahresbeginn jahresanfang': [1, 2],
  jahresmitte: [5, 8],
  jahresende: [11, 12],
});
const PARTS_OF_MONTH = spans({ 'anfang beginn early': [1, 10], 'mitte mid': [10, 20], 'ende late end': [20, 31] });
const PARTS_OF_YEAR = spans({ 'anfang beginn early': [1, 4], 'mitte mid': [5, 8], 'ende late end': [9, 12] });

const oneOf = (names: ReadonlyMap<string, Span>) => [...names.keys()].join('|');
const TO = String.raw`\s*(?:–|-|bis|und|to|and)\s*`;
const PART = `(?<part>${oneOf(PARTS_OF_MONTH)})(?: of)?`;
const MONTH = `(?<month>${oneOf(MONTHS)})`;
const LAST_MONTH = `(?:${TO}(?<lastMonth>${oneOf(MONTHS)}))?`;
const DAY = String.raw`(?<day>\d{1,2})\.?`;
const LAST_DAY = String.raw`(?:${TO}(?:zum\s+)?(?<lastDay>\d{1,2})\.?)?`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;

const FORMS = [
  String.raw`\b(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.\s?${YEAR}\b`,
  String.raw`\b${YEAR}-(?<number>\d\d)-(?<day>\d\d)\b`,
  String.raw`\b${DAY}${LAST_DAY}\s+${MONTH}(?:\s+${YEAR})?(?!\p{L})`,
  String.raw`\b(?<month>${oneOf(MONTHS)}) (?<day>\d{1,2})(?:st|nd|rd|th)?, ${YEAR}\b`,
  String.raw`\b(?:${PART}\s+)?${MONTH}${LAST_MONTH}(?:\s+(?:des Jahres\s+)?${YEAR})?(?!\p{L})`,
  String.raw`\b(?<season>${oneOf(SEASONS)})s?\s+${YEAR}\b`,
  String.raw`\b${PART}\s+(?:des Jahres\s+)?${YEAR}\b`,
  // A school year.
  String.raw`\b${YEAR}/\d\d(?:\d\d)?\b`,
  String.raw`(?<![\d.,'’])${YEAR}(?![\d'’]|[.,]\d)`,
].map((form) => new RegExp(form, 'giu'));

const numeric = (digits: string | undefined): Span | undefined =>
  digits === undefined ? undefined : [Number(digits), Number(digits)];
const until = (first: Span | undefined, last: Span | undefined): Span | undefined =>
  first && last ? [first[0], last[1]] : first;

function dateOf(groups: Readonly<Record<string, string | undefined>>, range: Range, text: string): DateValue {
  const named = (table: ReadonlyMap<string, Span>, name: string | undefined) => table.get(name?.toLowerCase() ?? '');
  const month = until(named(MONTHS, groups.month) ?? numeric(groups.number), named(MONTHS, groups.lastMonth));
  return {
    kind: 'date',
    text,
    ...range,
    isRange: (groups.lastDay ?? groups.lastMonth) !== undefined,
    year: numeric(groups.year),
    month: month ?? named(SEASONS, groups.season) ?? named(PARTS_OF_YEAR, groups.part),
    day: until(numeric(groups.day), numeric(groups.lastDay)) ?? (month && named(PARTS_OF_MONTH, groups.part)),
  };
}

export function datesIn(text: string, taken: readonly Range[] = []): DateValue[] {
  const found: DateValue[] = [];
  for (const form of FORMS) {
    for (const { 0: said, index, groups } of text.matchAll(form)) {
      const range = { start: index, end: index + said.length };
      // English `may` is a verb.
      if (said !== 'may' && ![...found, ...taken].some((other) => overlaps(other, range)))
        found.push(dateOf(groups ?? {}, range, said));
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

const isEqual = (one: Span | undefined, other: Span | undefined) => one?.[0] === other?.[0] && one?.[1] === other?.[1];
const meet = (one: Span | undefined, other: Span | undefined) =>
  !one || !other || (one[0] <= other[1] && other[0] <= one[1]);

/** How much of a date another one says, too, from 0 to 1. */
export function shareSaid(claim: DateValue, source: DateValue): number {
  const said = FIELDS.filter((field) => claim[field]);
  return said.filter((field) => source[field]).length / said.length;
}

/** Whether a source has each part of a date as a claim says it. */
export function isSameDate(claim: DateValue, source: DateValue): boolean {
  const isSame = claim.isRange && source.isRange ? isEqual : meet;
  return (
    shareSaid(claim, source) === 1 &&
    meet(claim.year, source.year) &&
    isSame(claim.month, source.month) &&
    isSame(claim.day, source.day)
  );
}
