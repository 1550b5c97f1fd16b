const DAY = 24 * 60 * 60 * 1000;

const zurich = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Zurich',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export function daysAgoInZurich(now: Date, days: number, time: string): Date {
  const today = zurich.format(now).slice(0, 10);
  const wall = Date.parse(`${today}T${time}:00Z`) - days * DAY;
  return new Date(wall - offsetAt(wall - offsetAt(wall)));
}

function offsetAt(moment: number): number {
  return Date.parse(`${zurich.format(moment).replace(' ', 'T')}Z`) - moment;
}
