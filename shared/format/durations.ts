import { site } from '@ki/shared/contract/site.ts';

export interface HoursAndMinutes {
  readonly hours: number;
  readonly minutes: number;
}

const ZERO: HoursAndMinutes = { hours: 0, minutes: 0 };

/** 'HH:MM:SS' or 'HH:MM'. */
const DURATION = /^(\d+):([0-5]?\d)(?::(\d{1,2}(?:\.\d+)?))?$/;

/** Parses 'HH:MM:SS' or 'HH:MM' without the seconds, as all durations are shown; anything else is zero. */
export function parseDuration(duration: string | null | undefined): HoursAndMinutes {
  const match = DURATION.exec(duration?.trim() ?? '');
  return match ? { hours: Number(match[1]), minutes: Number(match[2]) } : ZERO;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The sum to the second, as the database sums up a course: only what is shown leaves seconds out. */
export function sumOfDurations(durations: readonly string[]): string {
  const total = durations
    .map((duration) => DURATION.exec(duration.trim()) ?? [])
    .reduce(
      (sum, [, hours = 0, minutes = 0, seconds = 0]) =>
        sum + (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds),
      0,
    );
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, Math.floor(total) % 60];
  return parts.map(twoDigits).join(':');
}

export function toDuration({ hours, minutes }: HoursAndMinutes): string {
  const total = Math.max(0, Math.round(hours * 60 + minutes));
  return `${twoDigits(Math.floor(total / 60))}:${twoDigits(total % 60)}:00`;
}

const withUnit = (unit: 'hours' | 'minutes', number: number) =>
  (site().formats?.[unit] ?? (unit === 'hours' ? '{n}h' : '{n}m')).replace(
    '{n}',
    String(number).replace('.', site().formats?.decimal ?? '.'),
  );

/** 'Xh Ym', 'Xh' or 'Ym' for people, in the site's formats; '' for nothing. */
export function formatDuration(duration: string | null | undefined): string {
  const { hours, minutes } = parseDuration(duration);
  return [hours && withUnit('hours', hours), minutes && withUnit('minutes', minutes)].filter(Boolean).join(' ');
}

export const formatHours = (hours: number): string => withUnit('hours', Math.round(hours * 100) / 100);
