const MOMENT = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?\s*$/;

/** The time that a clock in a time zone shows at a moment, in milliseconds as if it were UTC. */
function clockIn(timeZone: string, moment: number): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`);
}

const withColon = (offset: string) =>
  offset.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);

/** The moment that a file names, in a time zone unless it has an offset; null for anything else, as in the database. */
export function momentIn(given: string, timeZone: string): string | null {
  const [, day, time = '00:00', offset] = MOMENT.exec(given) ?? [];
  if (day === undefined) return null;
  const asUtc = Date.parse(`${day}T${time}${offset ? withColon(offset) : 'Z'}`);
  if (Number.isNaN(asUtc)) return null;
  if (offset) return new Date(asUtc).toISOString();
  const first = asUtc - (clockIn(timeZone, asUtc) - asUtc);
  // The offset of the first guess may be that of another season.
  return new Date(asUtc - (clockIn(timeZone, first) - first)).toISOString();
}
