/** The time that a clock in a time zone shows at a moment, both in milliseconds, the former as if it were UTC. */
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

/** The day of a moment in a time zone, as `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, moment: Date): string =>
  new Date(clockIn(timeZone, moment.getTime())).toISOString().slice(0, 10);

/** The moment at which a clock in a time zone shows `shown`, in milliseconds as if it were UTC. */
export function momentAt(timeZone: string, shown: number): Date {
  const first = shown - (clockIn(timeZone, shown) - shown);
  // The offset of the first guess may be that of another season.
  return new Date(shown - (clockIn(timeZone, first) - first));
}
