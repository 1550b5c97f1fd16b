/** Days are `YYYY-MM-DD`; their arithmetic knows no time zone. */
export type Day = string;

const DAY_MS = 86_400_000;
const FIRST = '0001-01-01';
const LAST = '9999-12-31';

const timeOf = (day: Day) => Date.parse(`${day}T00:00Z`);
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export function isDay(text: string | null): text is Day {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST || text > LAST) return false;
  const time = timeOf(text);
  return !Number.isNaN(time) && dayOf(time) === text;
}

export const addDays = (day: Day, count: number): Day => dayOf(timeOf(day) + count * DAY_MS);

export const daysBetween = (from: Day, to: Day): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** Weeks begin on Monday. */
export const weekOf = (day: Day): Day => addDays(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7));

export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

export function addMonths(day: Day, count: number): Day {
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
export const monthName = formatted({ month: 'long', year: 'numeric' });

/** '26 Nov' */
export const shortDay = formatted({ day: 'numeric', month: 'short' });
