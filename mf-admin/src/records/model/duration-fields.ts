import { parseDuration, toDuration } from '@ki/shared/format/durations.ts';
import { z } from './z.ts';

/** A whole number as a number field has it; empty counts as 0. */
export const wholeNumber = (label: string, maximum: number) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, `${label} must be a whole number of at least 0`)
    .refine((text) => Number(text) <= maximum, `${label} must be at most ${maximum}`);

export const durationFields = { hours: wholeNumber('Hours', 23), minutes: wholeNumber('Minutes', 59) };

export interface DurationValues {
  readonly hours: string;
  readonly minutes: string;
}

export const NO_DURATION: DurationValues = { hours: '0', minutes: '0' };

/** The fields of a stored HH:MM:SS. */
export function toDurationValues(duration: string): DurationValues {
  const { hours, minutes } = parseDuration(duration);
  return { hours: String(hours), minutes: String(minutes) };
}

const toStored = ({ hours, minutes }: DurationValues) => toDuration({ hours: Number(hours), minutes: Number(minutes) });

/** HH:MM:SS of the fields. One that was not touched keeps the seconds that the fields do not show. */
export function toStoredDuration(values: DurationValues, before: string | null): string {
  const stored = toStored(values);
  return before !== null && toStored(toDurationValues(before)) === stored ? before : stored;
}
