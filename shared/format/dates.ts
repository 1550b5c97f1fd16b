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

const monthName = (month: string) => MONTHS[Number(month) - 1] ?? '';

function formatted(iso: string, format: (parts: Parts) => string): string {
  const parts = partsOf(iso);
  return parts ? format(parts) : '';
}

/**
 * '20. November'. All functions take a moment (ISO 8601, shown in the site's time zone) or a day (`YYYY-MM-DD`); '' for
 * anything else.
 */
export const dayAndMonth = (iso: string) => formatted(iso, ({ day, month }) => `${Number(day)}. ${monthName(month)}`);

export const longDate = (iso: string) => formatted(iso, ({ year }) => `${dayAndMonth(iso)} ${year}`);

export const shortDate = (iso: string) =>
  formatted(iso, ({ day, month, year }) => `${Number(day)}.${Number(month)}.${year}`);

export const dateTime = (iso: string) =>
  formatted(iso, ({ hour, minute }) => `${longDate(iso)}, ${hour}:${minute} Uhr`);

/** Day and short month for a badge: { day: '20', month: 'Nov' }. */
export function dayBadge(iso: string): { readonly day: string; readonly month: string } {
  const parts = partsOf(iso);
  return parts ? { day: String(Number(parts.day)), month: monthName(parts.month).slice(0, 3) } : { day: '', month: '' };
}

export const dayKey = (iso: string) => formatted(iso, ({ day, month, year }) => `${year}-${month}-${day}`);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The value of a `datetime-local` field in the browser's time zone; '' for an invalid date. */
export function toLocalInput(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const day = [String(date.getFullYear()).padStart(4, '0'), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())];
  return `${day.join('-')}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** ISO 8601 of a `datetime-local` value; `null` for an invalid one. */
export function fromLocalInput(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
