import { z } from './z.ts';

/** How a history tells a change of a column: word by word, as a whole, by the name of what it refers to, … */
export type Told = 'words' | 'whole' | 'reference' | 'moment' | 'duration';

/** One field of a record: how its column keeps it, what its form takes, and what it is called. */
export interface Field<Value = unknown, Column extends string = string, Stored = unknown> {
  readonly column: Column;
  readonly label: string;
  readonly required: boolean;
  readonly told: Told;
  readonly schema: z.ZodType<Value, Value>;
  /** In the form of a new record. */
  readonly initial: Value;
  toValue(stored: Stored): Value;
  /** `before`: what is stored now; undefined for a new record. */
  toStored(value: Value, before: Stored | undefined): Stored;
}

interface Options {
  readonly required?: boolean;
  readonly initial?: string;
}

const identity = <T>(value: T) => value;

/** A line of text, stored without blanks around it. */
export const text = <const Column extends string>(
  column: Column,
  label: string,
  { required = false, initial = '', schema }: Options & { readonly schema?: z.ZodType<string, string> } = {},
): Field<string, Column, string> => ({
  column,
  label,
  required,
  told: schema ? 'whole' : 'words',
  schema: schema ?? (required ? z.string().trim().min(1, `${label} is required`) : z.string().trim()),
  initial,
  toValue: identity,
  toStored: identity,
});

/** A long text, stored as it was typed. */
export const longText = <const Column extends string>(
  column: Column,
  label: string,
  { required = false, initial = '', most }: Options & { readonly most?: readonly [number, string] } = {},
): Field<string, Column, string> => {
  const some = z.string().refine((typed) => !required || typed.trim() !== '', `${label} is required`);
  return {
    column,
    label,
    required,
    told: 'words',
    schema: most ? some.max(...most) : some,
    initial,
    toValue: identity,
    toStored: identity,
  };
};

/** A line of text, or nothing: an empty field is stored as null. */
export const optionalText = <const Column extends string>(
  column: Column,
  label: string,
  { schema, told = schema ? 'whole' : 'words' }: { schema?: z.ZodType<string, string>; told?: Told } = {},
): Field<string, Column, string | null> => ({
  column,
  label,
  required: false,
  told,
  schema: schema ?? z.string().trim(),
  initial: '',
  toValue: (stored) => stored ?? '',
  toStored: (value) => (value === '' ? null : value),
});

/** The id of another record, or none. */
export const reference = <const Column extends string>(column: Column, label: string) =>
  optionalText(column, label, { schema: z.string(), told: 'reference' });

export const flag = <const Column extends string>(column: Column, label: string): Field<boolean, Column, boolean> => ({
  column,
  label,
  required: false,
  told: 'whole',
  schema: z.boolean(),
  initial: false,
  toValue: identity,
  toStored: identity,
});

/** The first option stands for whatever else is stored. */
export const choice = <const Column extends string, const Option extends string>(
  column: Column,
  label: string,
  options: readonly [Option, ...Option[]],
): Field<Option, Column, string> => ({
  column,
  label,
  required: false,
  told: 'whole',
  schema: z.enum(options),
  initial: options[0],
  toValue: (stored) => options.find((option) => option === stored) ?? options[0],
  toStored: identity,
});
