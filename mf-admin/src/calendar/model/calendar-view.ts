export interface CalendarView {
  readonly unit: 'month' | 'week';
  /** The month or week of this day is shown. */
  readonly day: Day;
}

/** Invalid parameters count as missing. */
export function viewOf(params: URLSearchParams, today: Day): CalendarView {
  const day = params.get('day');
  return { unit: params.get('unit') === 'week' ? 'week' : 'month', day: isDay(day) ? day : today };
}

export function searchOf({ unit, day }: CalendarView, today: Day): string {
  const params = new URLSearchParams();
  if (unit === 'week') params.set('unit', unit);
  if (day !== today) params.set('day', day);
  return `?${params}`;
}

/** All weeks that the view touches. */
export function daysOf({ unit, day }: CalendarView): readonly Day[] {
  const first = weekOf(unit === 'week' ? day : monthOf(day));
  const end = unit === 'week' ? addDays(first, 7) : addDays(weekOf(addDays(addMonths(day, 1), -1)), 7);
  const days: Day[] = [];
  for (let next = first; next < end; next = addDays(next, 1)) days.push(next);
  return days;
}

export const isOutside = ({ unit, day }: CalendarView, other: Day): boolean =>
  unit === 'month' && monthOf(day) !== monthOf(other);

export const step = ({ unit, day }: CalendarView, count: number): CalendarView => ({
  unit,
  day: unit === 'week' ? addDays(day, 7 * count) : addMonths(day, count),
});

export const titleOf = ({ unit, day }: CalendarView): string =>
  unit === 'week' ? `Week of ${longDay(weekOf(day))}` : monthName(day);

/** Days are `YYYY-MM-DD`; their arithmetic knows no time zone. */
export type Day = string;

const DAY_MS = 86_400_000;
const FIRST = '0001-01-01';

const timeOf = (day: Day) => Date.parse(`${day}T00:00Z`);
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export function isDay(text: string | null): text is Day {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST) return false;
  const time = timeOf(text);
  return !Number.isNaN(time) && dayOf(time) === text;
}

export const addDays = (day: Day, count: number): Day => dayOf(timeOf(day) + count * DAY_MS);

export const daysBetween = (from: Day, to: Day): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** Weeks begin on Monday. */
export const weekOf = (day: Day): Day => addDays(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7));

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return dayOf(Date.UTC(year, month - 1 + count, 1));
}

const formatted = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined;
  return (day: Day) => {
    format ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
    return format.format(timeOf(day));
  };
};

/** 'Thursday, 26 November 2026'. The admin area is in English. */
export const longDay = formatted({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** 'Thu' */
export const weekday = formatted({ weekday: 'short' });

/** 'November 2026' */
const monthName = formatted({ month: 'long', year: 'numeric' });

/** '26 Nov' */
export const shortDay = formatted({ day: 'numeric', month: 'short' });
