import { momentAt } from '@ki/shared/format/zoned-time.ts';

const MOMENT = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?\s*$/;

const withColon = (offset: string) =>
  offset.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);

/** The moment that a file names, in a time zone unless it has an offset; null for anything else, as in the database. */
export function momentIn(given: string, timeZone: string): string | null {
  const [, day, time = '00:00', offset] = MOMENT.exec(given) ?? [];
  if (day === undefined) return null;
  const shown = Date.parse(`${day}T${time}${offset ? withColon(offset) : 'Z'}`);
  if (Number.isNaN(shown)) return null;
  return (offset ? new Date(shown) : momentAt(timeZone, shown)).toISOString();
}
