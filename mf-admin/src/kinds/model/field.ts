import type { Database } from '@ki/shared/data/database.types.ts';
import { z } from 'zod/mini';

export type TableName = keyof Database['public']['Tables'];

export type DiffKind = 'words' | 'whole' | 'reference' | 'moment' | 'duration' | 'image';

interface Difference {
  readonly diff: DiffKind;
  /** When two users changed it: a text of paragraphs, or such a text for each id. By default one of both values stays. */
  readonly merge?: 'paragraphs' | 'texts';
}

/** The difference of two values, by the kind of their field. `CONTROLS` and `CELLS` in records/ have the rest of it. */
const DIFFERENCES = {
  text: { diff: 'words' },
  /** A text with a schema of its own, such as an address. */
  shaped: { diff: 'whole' },
  slug: { diff: 'whole' },
  area: { diff: 'words', merge: 'paragraphs' },
  markdown: { diff: 'words', merge: 'paragraphs' },
  lines: { diff: 'whole' },
  number: { diff: 'whole' },
  flag: { diff: 'whole' },
  choice: { diff: 'whole' },
  moment: { diff: 'moment' },
  duration: { diff: 'duration' },
  image: { diff: 'image' },
  reference: { diff: 'reference' },
  picture: { diff: 'reference' },
  texts: { diff: 'whole', merge: 'texts' },
} as const satisfies Readonly<Record<string, Difference>>;

export type FieldKind = keyof typeof DIFFERENCES;

export const differenceOf = ({ kind }: { readonly kind: FieldKind }): Difference => DIFFERENCES[kind];

/** The properties of a control that its kind does not say. */
export interface Look {
  readonly hint?: string;
  /** The page of the admin where the records are that a reference may name. */
  readonly manage?: string;
  /** It stands in a row with the field before it. */
  readonly isBeside?: true;
  readonly input?: {
    readonly type?: 'email' | 'tel' | 'url' | 'number' | 'datetime-local';
    readonly inputMode?: 'url' | 'decimal' | 'numeric';
    readonly autoCapitalize?: 'none';
    readonly lang?: 'de' | undefined;
    readonly placeholder?: string;
    readonly rows?: number;
    readonly min?: number;
    readonly step?: number;
  };
  /** Files of an import have its text, too: under the name of its column, or `also` of others. */
  readonly file?: { readonly also: readonly string[]; readonly allowed: string; readonly example: string };
  /** The value follows what another field of a new record has, until it is edited. `isStored`: of a stored one, too. */
  readonly follows?: { readonly field: string; readonly by: (text: string) => string; readonly isStored?: true };
}

/** A field of a record: column (or table, of its parts), label, schema, and translation between column and form. */
export interface Field<Value = unknown, Column extends string = string, Stored = unknown> extends Look {
  readonly column: Column;
  /** The selection of the read, by default the column. */
  readonly select?: string;
  readonly label: string;
  readonly required: boolean;
  readonly kind: FieldKind;
  readonly schema: z.ZodMiniType<Value, Value>;
  readonly initial: Value;
  toValue(stored: Stored): Value;
  /** `before`: the stored value; undefined for a new record. */
  toStored(value: Value, before: Stored | undefined): Stored;
  /** The field decides whether visitors see the record. */
  readonly publication?: PublicationRule<Value, Stored>;
  /** A copy of the record begins without its value. */
  readonly isOwn?: boolean;
  readonly choices?: Readonly<Record<string, string>>;
  readonly references?: References;
}

/** Tables, with the column that has the name of a record. */
export type References = Readonly<Partial<Record<TableName, 'name' | 'title'>>>;

export interface PublicationRule<Value = unknown, Stored = unknown> {
  readonly unpublished: Stored;
  isPublic(stored: Stored): boolean;
  /** When visitors see it, for messages. */
  time?(stored: Stored): string;
  /** The stored value that publishes now. */
  published(value: Value): Stored;
}

export interface Option {
  readonly id: string;
  readonly name: string;
}

/** Whether nothing of a text can be seen: it has spaces, and characters without a shape, such as a zero width space. */
export const isBlank = (typed: string) => /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(typed);

export const trimmed = z.string().check(z.trim());

export const someText = (label: string) => trimmed.check(z.refine((typed) => !isBlank(typed), `${label} is required`));

/** A whole number as typed; an empty field is 0. */
export const digits = (label: string, most: number) =>
  trimmed.check(
    z.regex(/^\d*$/, `${label} must be a whole number of at least 0`),
    z.refine((text) => Number(text) <= most, `${label} must be at most ${most}`),
  );

/** A segment of an address, with the rules of the database. */
export const slugSchema = trimmed.check(
  z.minLength(1, 'Slug is required'),
  z.regex(/^[^\s/?#%\\]+$/, 'A slug cannot contain spaces or any of / ? # % \\'),
  z.refine((slug) => slug !== '.' && slug !== '..', 'This is not an address'),
);

export const URL_INPUT = { type: 'url', inputMode: 'url', autoCapitalize: 'none' } as const;

const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

export const webAddress = (label: string) =>
  trimmed.check(z.refine((text) => text === '' || isWebAddress(text), `${label} must be an http or https URL`));
