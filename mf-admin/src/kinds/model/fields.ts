import { parseDuration, toDuration } from '@ki/shared/format/durations.ts';
import { z } from '../../kit/model/z.ts';
import { digits, isBlank, someText } from './schemas.ts';

export type DiffKind = 'words' | 'whole' | 'reference' | 'moment' | 'duration' | 'image';

/** A field of a record: column (or table, of its parts), label, schema, and translation between column and form. */
export interface Field<Value = unknown, Column extends string = string, Stored = unknown> {
  readonly column: Column;
  /** The selection of the read, by default the column. */
  readonly select?: string;
  readonly label: string;
  readonly required: boolean;
  readonly diff: DiffKind;
  readonly schema: z.ZodType<Value, Value>;
  readonly initial: Value;
  toValue(stored: Stored): Value;
  /** `before`: the stored value; undefined for a new record. */
  toStored(value: Value, before: Stored | undefined): Stored;
  /** The field decides whether visitors see the record. */
  readonly publication?: PublicationRule<Value, Stored>;
  /** A copy of the record begins without its value. */
  readonly isOwn?: boolean;
  /** When two users changed it: a text of paragraphs, or such a text for each id. By default one of both values stays. */
  readonly merge?: 'paragraphs' | 'texts';
}

export interface PublicationRule<Value = unknown, Stored = unknown> {
  readonly unpublished: Stored;
  isPublic(stored: Stored): boolean;
  /** When visitors see it, for messages. */
  time?(stored: Stored): string;
  /** The stored value that publishes now. */
  published(value: Value): Stored;
}

const identity = <T>(value: T) => value;

/** A field that is stored as typed. */
const asTyped = { required: false, diff: 'whole', toValue: identity, toStored: identity } as const;

interface TextOptions {
  readonly required?: boolean;
  readonly initial?: string;
  readonly schema?: z.ZodType<string, string>;
}

export const text = <const Column extends string>(
  column: Column,
  label: string,
  { required = false, initial = '', schema }: TextOptions = {},
): Field<string, Column, string> => ({
  ...asTyped,
  column,
  label,
  required,
  diff: schema ? 'whole' : 'words',
  schema: schema ?? (required ? someText(label) : z.string().trim()),
  initial,
});

export const longText = <const Column extends string>(
  column: Column,
  label: string,
  { required = false, most }: { readonly required?: boolean; readonly most?: readonly [number, string] } = {},
): Field<string, Column, string> => {
  const some = z.string().refine((typed) => !required || !isBlank(typed), `${label} is required`);
  return { ...text(column, label, { required }), schema: most ? some.max(...most) : some, merge: 'paragraphs' };
};

/** A text whose control takes several lines. */
export const paragraphs = <Of extends Field<string>>(field: Of) => ({ ...field, merge: 'paragraphs' as const });

export const optionalText = <const Column extends string>(
  column: Column,
  label: string,
  { schema, diff = schema ? 'whole' : 'words' }: { schema?: z.ZodType<string, string>; diff?: DiffKind } = {},
): Field<string, Column, string | null> => ({
  ...text(column, label, { schema }),
  diff,
  toValue: (stored) => stored ?? '',
  toStored: (value) => (value === '' ? null : value),
});

/** A list of texts, one in each line. */
export const lines = <const Column extends string>(
  column: Column,
  label: string,
  schema: z.ZodType<string, string>,
): Field<string, Column, string[]> => ({
  ...asTyped,
  column,
  label,
  schema,
  initial: '',
  toValue: (stored) => stored.join('\n'),
  toStored: (value) =>
    value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
});

export const reference = <const Column extends string>(column: Column, label: string) =>
  optionalText(column, label, { schema: z.string(), diff: 'reference' });

export const requiredReference = <const Column extends string>(column: Column, label: string) => ({
  ...text(column, label, { required: true, schema: z.string().min(1, `${label} is required`) }),
  diff: 'reference' as const,
});

export const flag = <const Column extends string>(column: Column, label: string): Field<boolean, Column, boolean> => ({
  ...asTyped,
  column,
  label,
  schema: z.boolean(),
  initial: false,
});

/** An unknown stored value shows as the first option. */
export const choice = <const Column extends string, const Option extends string>(
  column: Column,
  label: string,
  options: readonly [Option, ...Option[]],
): Field<Option, Column, string> => ({
  ...asTyped,
  column,
  label,
  schema: z.enum(options),
  initial: options[0],
  toValue: (stored) => options.find((option) => option === stored) ?? options[0],
});

export const wholeNumber = <const Column extends string>(
  column: Column,
  label: string,
  most: number,
): Field<string, Column, number> => ({
  ...asTyped,
  column,
  label,
  schema: digits(label, most),
  initial: '0',
  toValue: String,
  toStored: Number,
});

/** A number above 0 with at most two decimals, as typed with a point or a comma. */
export const positiveNumber = <const Column extends string>(
  column: Column,
  label: string,
  most: number,
): Field<string, Column, number> => ({
  ...asTyped,
  column,
  label,
  required: true,
  schema: z
    .string()
    .trim()
    .min(1, `${label} is required`)
    .regex(/^\d+([.,]\d{1,2})?$/, `${label} must be a number with at most two decimals`)
    .refine((typed) => numberOf(typed) > 0, `${label} must be more than 0`)
    .refine((typed) => numberOf(typed) <= most, `${label} must be at most ${most}`),
  initial: '',
  toValue: String,
  toStored: numberOf,
});

const numberOf = (typed: string) => Number(typed.replace(',', '.'));

type Texts = Readonly<Record<string, string | undefined>>;

/** Parts of a record: a text in `table` for each id in its column `key`. Blank texts are not stored. */
export const textsBy = <const Table extends string, const Key extends string, const Text extends string>(
  table: Table,
  key: Key,
  column: Text,
  label: string,
): Field<Texts, Table, readonly Partial<Record<Key | Text, string>>[]> => ({
  ...asTyped,
  column: table,
  select: `${table} (${key}, ${column})`,
  label,
  merge: 'texts',
  schema: z.record(z.string(), z.string().optional()),
  initial: {},
  toValue: (rows) => Object.fromEntries(rows.map((row) => [row[key], row[column]])),
  toStored: (texts) =>
    Object.entries(texts).flatMap(([id, text = '']) =>
      text.trim() === '' ? [] : [{ [key]: id, [column]: text } as Partial<Record<Key | Text, string>>],
    ),
});

export interface DurationValue {
  hours: string;
  minutes: string;
}

const toHoursAndMinutes = (stored: string): DurationValue => {
  const { hours, minutes } = parseDuration(stored);
  return { hours: String(hours), minutes: String(minutes) };
};

export const storedDuration = ({ hours, minutes }: DurationValue) =>
  toDuration({ hours: Number(hours), minutes: Number(minutes) });

/** A stored HH:MM:SS, typed in hours and minutes. An untouched one keeps its seconds. */
export const duration = <const Column extends string>(
  column: Column,
  label: string,
): Field<DurationValue, Column, string> => ({
  ...asTyped,
  column,
  label,
  diff: 'duration',
  schema: z.object({ hours: digits('Hours', 23), minutes: digits('Minutes', 59) }),
  initial: { hours: '0', minutes: '0' },
  toValue: toHoursAndMinutes,
  toStored(value, before) {
    const stored = storedDuration(value);
    return before !== undefined && storedDuration(toHoursAndMinutes(before)) === stored ? before : stored;
  },
});

export interface Option {
  readonly id: string;
  readonly name: string;
}
