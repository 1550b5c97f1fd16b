import { site } from '@ki/shared/contract/site.ts';
import { remember } from './remember.ts';

const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
] as const;

type PatternName = 'dayAndMonth' | 'longDate' | 'shortDate' | 'dateTime';

/** Those of de-CH. Other formats come with the site. */
const PATTERNS: Readonly<Record<PatternName, string>> = {
  dayAndMonth: '{d}. {M}',
  longDate: '{d}. {M} {y}',
  shortDate: '{d}.{m}.{y}',
  dateTime: '{d}. {M} {y}, {hh}:{ii} Uhr',
};

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute';
type Parts = Readonly<Record<Part, string>>;

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Created at the first use: it is expensive, and rendered dates need none. */
function calendar(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known) return known;
  // Intl formats digits only, as words and separators differ between engines.
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  calendars.set(timeZone, made);
  return made;
}

const known = remember<Parts | null>();

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

function partsOf(iso: string): Parts | null {
  const { timeZone } = site();
  return known(`${timeZone} ${iso}`, () => readParts(iso, timeZone));
}

function readParts(iso: string, timeZone: string): Parts | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  const [, year, month, day] = DAY.exec(iso) ?? [];
  if (year && month && day) return { year, month, day, hour: '00', minute: '00' };
  const found = { year: '', month: '', day: '', hour: '', minute: '' };
  for (const { type, value } of calendar(timeZone).formatToParts(date)) {
    if (type in found) found[type as Part] = value;
  }
  return found;
}

const PLACES: Readonly<Record<string, Part>> = { d: 'day', m: 'month', y: 'year', h: 'hour', i: 'minute' };

/** `{dd}` has two digits, `{d}` as many as needed; `{M}` is a word. */
const filled = (pattern: string, parts: Parts) =>
  pattern.replace(/\{(\w)(\w?)\}/g, (_, key: string, second: string) => {
    const place = PLACES[key];
    if (!place) return (site().formats?.months ?? MONTHS)[Number(parts.month) - 1] ?? '';
    return second ? parts[place] : String(Number(parts[place]));
  });

const shownBy = (iso: string, pattern: string) => {
  const parts = partsOf(iso);
  return parts ? filled(pattern, parts) : '';
};

const formatted = (name: PatternName) => (iso: string) => shownBy(iso, (site().formats ?? PATTERNS)[name]);

/**
 * '20. November'. All functions take a moment (ISO 8601, shown in the site's time zone) or a day (`YYYY-MM-DD`); '' for
 * anything else.
 */
export const dayAndMonth = formatted('dayAndMonth');

export const longDate = formatted('longDate');

export const shortDate = formatted('shortDate');

export const dateTime = formatted('dateTime');

/** Day and short month for a badge: { day: '20', month: 'Nov' }. */
export function dayBadge(iso: string): { readonly day: string; readonly month: string } {
  const names = site().formats?.shortMonths;
  const month = names ? names[Number(shownBy(iso, '{m}')) - 1] : shownBy(iso, '{M}').slice(0, 3);
  return { day: shownBy(iso, '{d}'), month: month ?? '' };
}

export const dayKey = (iso: string) => shownBy(iso, '{yy}-{mm}-{dd}');

/** '09:30' */
export const timeOfDay = (iso: string) => shownBy(iso, '{hh}:{ii}');

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The value of a `datetime-local` field in the browser's time zone; '' for an invalid date. */
export function toLocalInput(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const day = [String(date.getFullYear()).padStart(4, '0'), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())];
  return `${day.join('-')}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** {@link toLocalInput} in the site's time zone. */
export function toSiteInput(iso: string): string {
  const shown = shownBy(iso, '{yy}-{mm}-{dd}T{hh}:{ii}');
  return shown === '' ? '' : shown.padStart(16, '0');
}

/** ISO 8601 of a `datetime-local` value; `null` for an invalid one. */
export function fromLocalInput(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
