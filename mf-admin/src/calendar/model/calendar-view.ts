import { addDays, addMonths, type Day, isDay, longDay, monthName, monthOf, weekOf } from './days.ts';

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

export function step({ unit, day }: CalendarView, count: number): CalendarView {
  return { unit, day: unit === 'week' ? addDays(day, 7 * count) : addMonths(day, count) };
}

export const titleOf = ({ unit, day }: CalendarView): string =>
  unit === 'week' ? `Week of ${longDay(weekOf(day))}` : monthName(day);
