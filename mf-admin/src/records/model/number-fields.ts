import { parseDuration, toDuration } from '@ki/shared/format/durations.ts';
import type { Field } from './fields.ts';
import { z } from './z.ts';

/** A whole number as a number field has it; empty counts as 0. */
const digits = (label: string, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, `${label} must be a whole number of at least 0`)
    .refine((text) => Number(text) <= most, `${label} must be at most ${most}`);

export const wholeNumber = <const Column extends string>(
  column: Column,
  label: string,
  most: number,
): Field<string, Column, number> => ({
  column,
  label,
  required: false,
  told: 'whole',
  schema: digits(label, most),
  initial: '0',
  toValue: String,
  toStored: Number,
});

export interface DurationValue {
  hours: string;
  minutes: string;
}

const toHoursAndMinutes = (stored: string): DurationValue => {
  const { hours, minutes } = parseDuration(stored);
  return { hours: String(hours), minutes: String(minutes) };
};

/** HH:MM:SS of what is typed. */
export const storedDuration = ({ hours, minutes }: DurationValue) =>
  toDuration({ hours: Number(hours), minutes: Number(minutes) });

/** A stored HH:MM:SS, typed in hours and minutes. One that was not touched keeps the seconds that are not shown. */
export const duration = <const Column extends string>(
  column: Column,
  label: string,
): Field<DurationValue, Column, string> => ({
  column,
  label,
  required: false,
  told: 'duration',
  schema: z.object({ hours: digits('Hours', 23), minutes: digits('Minutes', 59) }),
  initial: { hours: '0', minutes: '0' },
  toValue: toHoursAndMinutes,
  toStored(value, before) {
    const stored = storedDuration(value);
    return before !== undefined && storedDuration(toHoursAndMinutes(before)) === stored ? before : stored;
  },
});
