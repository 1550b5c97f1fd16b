import { type Formats, UNNAMED_SITE } from '@ki/shared/contract/site.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 2, 9, 5)));
/** One digit for day, month, hour and minute shows which of them have a zero in front. */
const SAMPLE = new Date(Date.UTC(2026, 0, 2, 9, 5));
/** Some languages group from five digits on. */
const SAMPLE_PRICE = 12_345.5;

/** Names of the parts in patterns: `shared/format/dates.ts` fills them. */
const PLACES: Readonly<Record<string, string>> = {
  day: 'd',
  month: 'm',
  year: 'y',
  hour: 'h',
  minute: 'i',
};
const DIGITS = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;

const isKnown = (locale: string) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
};

/** Fonts without a narrow space would show another font's. */
const plain = (text: string) => text.replaceAll('\u202f', '\u00a0');

/** `{dd}` has two digits, `{d}` as many as needed, `{M}` is a word. Hours count to 24 in every locale. */
function datePattern(locale: string, options: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(locale, { ...DIGITS, ...options }).formatToParts(SAMPLE);
  return plain(
    parts
      .map(({ type, value }) => {
        const place = PLACES[type];
        if (!place) return value;
        if (type === 'month' && !/^\d+$/.test(value)) return '{M}';
        return /^0\d$/.test(value) && type !== 'year' ? `{${place}${place}}` : `{${place}}`;
      })
      .join(''),
  );
}

function words(locale: string, options: Intl.DateTimeFormatOptions, type: string, at: readonly Date[]): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...DIGITS, ...options });
  return at.map((date) => format.formatToParts(date).find((part) => part.type === type)?.value ?? '');
}

function unitPattern(locale: string, unit: 'hour' | 'minute'): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow', numberingSystem: 'latn' });
  const parts = format.formatToParts(5);
  return plain(parts.map(({ type, value }) => (type === 'integer' ? '{n}' : value)).join(''));
}

function priceFormat(locale: string, currency: string) {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, numberingSystem: 'latn' });
  const parts = format.formatToParts(SAMPLE_PRICE);
  const [first, last] = [
    parts.findIndex(({ type }) => type === 'integer'),
    parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction'),
  ];
  const around = (from: number, to?: number) => parts.slice(from, to).map(({ value }) => value);
  return {
    price: plain([...around(0, first), '{n}', ...around(last + 1)].join('')),
    group: plain(parts.find(({ type }) => type === 'group')?.value ?? ''),
    decimal:
      new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
        .formatToParts(0.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
  };
}

/** Words and patterns of a locale; `null` for de-CH, whose are in the code, and for one that this engine does not know. */
export function formatsOf(locale: string, currency: string): Formats | null {
  if (locale === UNNAMED_SITE.locale || !isKnown(locale)) return null;
  const long = { day: 'numeric', month: 'long' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return {
    months: words(locale, long, 'month', MONTHS),
    shortMonths: words(locale, { day: 'numeric', month: 'short' }, 'month', MONTHS).map((name) =>
      name.replace(/\.$/, ''),
    ),
    dayAndMonth: datePattern(locale, long),
    longDate: datePattern(locale, { ...long, year: 'numeric' }),
    shortDate: datePattern(locale, { day: 'numeric', month: 'numeric', year: 'numeric' }),
    dateTime: datePattern(locale, { ...long, year: 'numeric', ...time }),
    hours: unitPattern(locale, 'hour'),
    minutes: unitPattern(locale, 'minute'),
    ...priceFormat(locale, currency),
  };
}
