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

let zurich: Intl.DateTimeFormat | undefined;

/** Made when the first date is written: a page whose dates came as HTML needs none, and the first one is dear. */
function calendar(): Intl.DateTimeFormat {
  // Intl is asked for digits only: words and separators of its locales differ between engines and versions.
  zurich ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Zurich',
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return zurich;
}

const known = remember<Parts | null>();

/** `YYYY-MM-DD`, as {@link dayKey} makes it. */
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Remembered: a list asks for each of its dates several times, and Intl is dear. */
const partsOf = (iso: string): Parts | null => known(iso, () => readParts(iso));

function readParts(iso: string): Parts | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  const [, year, month, day] = DAY.exec(iso) ?? [];
  if (year && month && day) return { year, month, day, hour: '00', minute: '00' };
  const found = { year: '', month: '', day: '', hour: '', minute: '' };
  for (const { type, value } of calendar().formatToParts(date)) {
    if (type in found) found[type as Part] = value;
  }
  return found;
}

const monthName = (month: string) => MONTHS[Number(month) - 1] ?? '';

/**
 * '20. November'. Like all functions here: of a moment (ISO 8601) in Zurich's calendar or of a day of it (`YYYY-MM-DD`,
 * which needs no Intl), and '' for what is neither.
 */
export function dayAndMonth(iso: string): string {
  const parts = partsOf(iso);
  return parts ? `${Number(parts.day)}. ${monthName(parts.month)}` : '';
}

/** '20. November 2025'. */
export function longDate(iso: string): string {
  const parts = partsOf(iso);
  return parts ? `${dayAndMonth(iso)} ${parts.year}` : '';
}

/** '20.11.2025'. */
export function shortDate(iso: string): string {
  const parts = partsOf(iso);
  return parts ? `${Number(parts.day)}.${Number(parts.month)}.${parts.year}` : '';
}

/** '20. November 2025, 14:05 Uhr'. */
export function dateTime(iso: string): string {
  const parts = partsOf(iso);
  return parts ? `${longDate(iso)}, ${parts.hour}:${parts.minute} Uhr` : '';
}

/** Day and short month for a badge: { day: '20', month: 'Nov' }. */
export function dayBadge(iso: string): { readonly day: string; readonly month: string } {
  const parts = partsOf(iso);
  return parts ? { day: String(Number(parts.day)), month: monthName(parts.month).slice(0, 3) } : { day: '', month: '' };
}

/** '2025-11-20', the same for all moments of a day: for grouping. */
export function dayKey(iso: string): string {
  const parts = partsOf(iso);
  return parts ? `${parts.year}-${parts.month}-${parts.day}` : '';
}
