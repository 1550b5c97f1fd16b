/** Dates as texts say them. */

export interface DateValue {
  readonly kind: 'date';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly day?: number;
  /** Of a range, and of `Mitte Mai`. */
  readonly lastDay?: number;
  /** From 1. */
  readonly month?: number;
  readonly lastMonth?: number;
  readonly year?: number;
  /** `16. und 17. Oktober`, not `Mitte Oktober`. */
  readonly isRange: boolean;
}

type Span = readonly [number, number];

const MONTHS = new Map(
  [
    ['januar', 'jänner', 'january'],
    ['februar', 'feber', 'february'],
    ['märz', 'march'],
    ['april'],
    ['mai', 'may'],
    ['juni', 'june'],
    ['juli', 'july'],
    ['august'],
    ['september'],
    ['oktober', 'october'],
    ['november'],
    ['dezember', 'december'],
  ].flatMap((names, index) => names.map((name): [string, number] => [name, index + 1])),
);
const spans = (table: Readonly<Record<string, Span>>) =>
  new Map(
    Object.entries(table).flatMap(([names, span]) => names.split(' ').map((name): [string, Span] => [name, span])),
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

const oneOf = (names: Iterable<string>) => [...names].join('|');
const TO = String.raw`\s*(?:–|-|bis|und|to|and)\s*`;
const PART = `(?<part>${oneOf(PARTS_OF_MONTH.keys())})(?: of)?`;
const MONTH = `(?<month>${oneOf(MONTHS.keys())})`;
const LAST_MONTH = `(?:${TO}(?<lastMonth>${oneOf(MONTHS.keys())}))?`;
const DAY = String.raw`(?<day>\d{1,2})\.?`;
const LAST_DAY = String.raw`(?:${TO}(?:zum\s+)?(?<lastDay>\d{1,2})\.?)?`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;

const FORMS = [
  String.raw`\b(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.\s?${YEAR}\b`,
  String.raw`\b${DAY}${LAST_DAY}\s+${MONTH}(?:\s+${YEAR})?(?!\p{L})`,
  String.raw`\b(?:${PART}\s+)?${MONTH}${LAST_MONTH}(?:\s+(?:des Jahres\s+)?${YEAR})?(?!\p{L})`,
  String.raw`\b(?<season>${oneOf(SEASONS.keys())})s?\s+${YEAR}\b`,
  String.raw`\b${PART}\s+(?:des Jahres\s+)?${YEAR}\b`,
  // A school year.
  String.raw`\b${YEAR}/\d\d(?:\d\d)?\b`,
  String.raw`(?<![\d.,'’])${YEAR}(?![\d'’]|[.,]\d)`,
].map((form) => new RegExp(form, 'giu'));

type Groups = Readonly<Record<string, string | undefined>>;

const known = <Found>(table: ReadonlyMap<string, Found>, name: string | undefined) =>
  name === undefined ? undefined : table.get(name.toLowerCase());
const numeric = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));

function dateOf(groups: Groups, text: string, start: number): DateValue {
  const month = known(MONTHS, groups.month) ?? numeric(groups.number);
  const days = month === undefined ? undefined : known(PARTS_OF_MONTH, groups.part);
  const months = month === undefined ? (known(SEASONS, groups.season) ?? known(PARTS_OF_YEAR, groups.part)) : undefined;
  const fields = {
    day: numeric(groups.day) ?? days?.[0],
    lastDay: numeric(groups.lastDay) ?? days?.[1],
    month: month ?? months?.[0],
    lastMonth: known(MONTHS, groups.lastMonth) ?? months?.[1],
    year: numeric(groups.year),
  };
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const isRange = (groups.lastDay ?? groups.lastMonth) !== undefined;
  return { kind: 'date', text, start, end: start + text.length, isRange, ...said };
}

/** English may be a verb. */
const isVerb = (text: string) => text === 'may';

export function datesIn(text: string): DateValue[] {
  const found: DateValue[] = [];
  for (const form of FORMS) {
    for (const { 0: said, index, groups } of text.matchAll(form)) {
      const isTaken = found.some(({ start, end }) => index < end && start < index + said.length);
      if (!isTaken && !isVerb(said)) found.push(dateOf(groups ?? {}, said, index));
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

const meet = (
  one: number | undefined,
  last: number | undefined,
  other: number | undefined,
  otherLast: number | undefined,
) => one === undefined || other === undefined || (one <= (otherLast ?? other) && other <= (last ?? one));

/** Whether both may be the same, as far as each says it. */
export function isSameDate(one: DateValue, other: DateValue): boolean {
  if (one.isRange && other.isRange) {
    const fields = ['day', 'lastDay', 'month', 'lastMonth'] as const;
    if (fields.some((field) => one[field] !== other[field])) return false;
  }
  return (
    meet(one.year, undefined, other.year, undefined) &&
    meet(one.month, one.lastMonth, other.month, other.lastMonth) &&
    meet(one.day, one.lastDay, other.day, other.lastDay)
  );
}

/** How much of the first date the second says, too: from 0 to 1. */
export function shareSaid(one: DateValue, other: DateValue): number {
  const said = (['year', 'month', 'day'] as const).filter((field) => one[field] !== undefined);
  return said.filter((field) => other[field] !== undefined).length / said.length;
}
