import { dayIn, momentAt } from '@ki/shared/format/zoned-time.ts';

const DAY = 24 * 60 * 60 * 1000;
const ZURICH = 'Europe/Zurich';

export const daysAgoInZurich = (now: Date, days: number, time: string): Date =>
  momentAt(ZURICH, Date.parse(`${dayIn(ZURICH, now)}T${time}:00Z`) - days * DAY);
