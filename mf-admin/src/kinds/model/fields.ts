import { parseDuration, toDuration } from '@ki/shared/format/durations.ts';
import { toSlug } from '@ki/shared/format/slug.ts';
import { z } from 'zod/mini';
import {
  digits,
  type Field,
  type FieldKind,
  isBlank,
  type Look,
  type References,
  slugSchema,
  someText,
  trimmed,
} from './field.ts';

const identity = <T>(value: T) => value;

const asTyped = { required: false, toValue: identity, toStored: identity } as const;

type Make<Value, Stored> = <Column extends string>(
  column: Column,
  label: string,
  look?: Look,
) => Field<Value, Column, Stored>;

type MakeNumber = <Column extends string>(
  column: Column,
  label: string,
  most: number,
  look?: Look,
) => Field<string, Column, number>;

const plain = <Column extends string>(kind: FieldKind, column: Column, label: string, look: Look = {}) => ({
  ...asTyped,
  ...look,
  kind,
  column,
  label,
});

const GERMAN = { lang: 'de' } as const;

interface TextOptions extends Look {
  readonly required?: boolean;
  readonly initial?: string;
  readonly schema?: z.ZodMiniType<string, string>;
}

export const text = <Column extends string>(
  column: Column,
  label: string,
  { required = false, initial = '', schema, input, ...look }: TextOptions = {},
): Field<string, Column, string> => ({
  ...asTyped,
  ...look,
  column,
  label,
  required,
  kind: schema ? 'shaped' : 'text',
  input: schema ? input : { ...GERMAN, ...input },
  schema: schema ?? (required ? someText(label) : trimmed),
  initial,
});

export const area = <Of extends Field<string>>(field: Of, rows = 3) => ({
  ...field,
  kind: 'area' as const,
  input: { ...GERMAN, rows, ...field.input },
});

interface MarkdownOptions extends Look {
  readonly required?: boolean;
  readonly most?: readonly [number, string];
}

export const markdown = <Column extends string>(
  column: Column,
  label: string,
  { required = false, most, ...look }: MarkdownOptions = {},
): Field<string, Column, string> => {
  const some = z.string().check(z.refine((typed) => !required || !isBlank(typed), `${label} is required`));
  const schema = most ? some.check(z.maxLength(...most)) : some;
  return { ...text(column, label, { required, ...look }), schema, kind: 'markdown' };
};

/** Stored as null while it is empty. */
export const optionalText = <Column extends string>(
  column: Column,
  label: string,
  options: Omit<TextOptions, 'required' | 'initial'> = {},
): Field<string, Column, string | null> => ({
  ...text(column, label, options),
  toValue: (stored) => stored ?? '',
  toStored: (value) => (value === '' ? null : value),
});

/** A list of texts, one in each line. */
export const lines = <Column extends string>(
  column: Column,
  label: string,
  schema: z.ZodMiniType<string, string>,
  look?: Look,
): Field<string, Column, string[]> => ({
  ...plain('lines', column, label, look),
  schema,
  initial: '',
  toValue: (stored) => stored.join('\n'),
  toStored: (value) =>
    value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
});

export const reference = <Column extends string>(
  column: Column,
  label: string,
  references: References,
  look: Look = {},
) => ({
  ...optionalText(column, label, { schema: z.string(), ...look }),
  kind: 'reference' as const,
  references,
});

export const requiredReference = <Column extends string>(
  column: Column,
  label: string,
  references: References,
  look: Look = {},
) => ({
  ...text(column, label, { required: true, schema: z.string().check(z.minLength(1, `${label} is required`)), ...look }),
  kind: 'reference' as const,
  references,
});

export const pictureReference = <Column extends string>(column: Column, label: string, look: Look = {}) => ({
  ...reference(column, label, { pictures: 'title' }, look),
  kind: 'picture' as const,
});

export const flag: Make<boolean, boolean> = (column, label, look) => ({
  ...plain('flag', column, label, look),
  schema: z.boolean(),
  initial: false,
});

/** Values with their names. An unknown stored value shows as the first one. */
export const choice = <Column extends string, const Choices extends Readonly<Record<string, string>>>(
  column: Column,
  label: string,
  choices: Choices,
  look?: Look,
): Field<keyof Choices & string, Column, string> => {
  const values = Object.keys(choices) as [keyof Choices & string, ...(keyof Choices & string)[]];
  return {
    ...plain('choice', column, label, look),
    choices,
    schema: z.enum(values),
    initial: values[0],
    toValue: (stored) => values.find((value) => value === stored) ?? values[0],
  };
};

export const wholeNumber: MakeNumber = (column, label, most, look) => ({
  ...plain('number', column, label, look),
  schema: digits(label, most),
  initial: '0',
  toValue: String,
  toStored: Number,
});

/** A number above 0 with at most two decimals, as typed with a point or a comma. */
export const positiveNumber: MakeNumber = (column, label, most, look) => ({
  ...plain('number', column, label, look),
  required: true,
  schema: trimmed.check(
    z.minLength(1, `${label} is required`),
    z.regex(/^\d+([.,]\d{1,2})?$/, `${label} must be a number with at most two decimals`),
    z.refine((typed) => numberOf(typed) > 0, `${label} must be more than 0`),
    z.refine((typed) => numberOf(typed) <= most, `${label} must be at most ${most}`),
  ),
  initial: '',
  toValue: String,
  toStored: numberOf,
});

const numberOf = (typed: string) => Number(typed.replace(',', '.'));

type Texts = Readonly<Record<string, string | undefined>>;

/** Parts of a record: a text in `table` for each record that its column `key` names. Blank texts are not stored. */
export const textsBy = <Table extends string, Key extends string, Text extends string>(
  table: Table,
  key: Key,
  column: Text,
  label: string,
  references: References,
): Field<Texts, Table, readonly Partial<Record<Key | Text, string>>[]> => ({
  ...plain('texts', table, label),
  select: `${table} (${key}, ${column})`,
  references,
  schema: z.record(z.string(), z.optional(z.string())),
  initial: {},
  toValue: (rows) => Object.fromEntries(rows.map((row) => [row[key], row[column]])),
  toStored: (texts) =>
    Object.entries(texts).flatMap(([id, text = '']) =>
      text.trim() === '' ? [] : [{ [key]: id, [column]: text } as Partial<Record<Key | Text, string>>],
    ),
});

type DurationValue = Record<'hours' | 'minutes', string>;

const toHoursAndMinutes = (stored: string): DurationValue => {
  const { hours, minutes } = parseDuration(stored);
  return { hours: String(hours), minutes: String(minutes) };
};

export const storedDuration = ({ hours, minutes }: DurationValue) =>
  toDuration({ hours: Number(hours), minutes: Number(minutes) });

/** A stored HH:MM:SS, typed in hours and minutes. An untouched one keeps its seconds. */
export const duration: Make<DurationValue, string> = (column, label, look) => ({
  ...plain('duration', column, label, look),
  schema: z.object({ hours: digits('Hours', 23), minutes: digits('Minutes', 59) }),
  initial: { hours: '0', minutes: '0' },
  toValue: toHoursAndMinutes,
  toStored(value, before) {
    const stored = storedDuration(value);
    return before !== undefined && storedDuration(toHoursAndMinutes(before)) === stored ? before : stored;
  },
});

/** The end of an address, beside the field `of`, which it follows. */
export const slug = (of: string, hint: string) => ({
  ...text('slug', 'Slug', {
    required: true,
    schema: slugSchema,
    hint,
    isBeside: true,
    follows: { field: of, by: toSlug },
  }),
  kind: 'slug' as const,
});
