import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { RecordSource, StoredRow } from '../../kinds/data/records.ts';
import type { AnyRecordKind, Editable, RecordTexts, StoreAs, ValuesOf } from '../../kinds/model/define-record.ts';
import type { Field } from '../../kinds/model/field.ts';
import type { z } from '../../kit/model/z.ts';
import type { Reasons } from '../model/new-record.ts';

export interface FormKind<Values> {
  readonly texts: RecordTexts;
  readonly schema: z.ZodType<Values, Values>;
  readonly initial: Values;
  readonly fields: Readonly<Record<string, Field>>;
  readonly reasons: Reasons;
  readonly kept: readonly string[];
  readonly at?: AnyRecordKind['at'];
}

export interface Editing<Kind extends AnyRecordKind> {
  /** Null for a new record. Must keep its identity between renders. */
  readonly record: Editable<Kind> | null;
  /** A new record begins as a copy of this one. Must keep its identity, too. */
  readonly copied?: Editable<Kind> | null;
  /** Values that the fields of a new record begin with. */
  readonly initial?: Partial<ValuesOf<Kind>>;
  /** By default the list of the kind, at whose pages its records are edited then. */
  readonly next?: { readonly address: string; readonly state?: unknown };
  /** Where a created record is worked on further; by default `next`. */
  readonly created?: (id: string) => string;
  /** Where a record is edited, for messages about one that visitors do not see. */
  readonly edit?: (record: { readonly id: string }) => string;
  readonly defaults?: () => Partial<Record<keyof Kind['shown'] & string, unknown>>;
  /** The form of a stored record stays. Returns the message about it; must not reject. */
  readonly onSaved?: (values: ValuesOf<Kind>) => Promise<string>;
  /** Where a record is stored that is a part of something else; by default in its table. */
  readonly source?: RecordSource<Kind>;
  /** Runs before a save; null ends it, and all input stays. */
  readonly beforeSave?: (values: ValuesOf<Kind>, isPublished: boolean) => Promise<BesideSave | null>;
  /** Replaces the insert of a new record. `key` is where its unsaved input is kept, by default `{table}/new`. */
  readonly creation?: {
    readonly key: string;
    readonly create: (client: StaffClient, values: ValuesOf<Kind>) => Promise<string>;
    /** Rows that were created since a moment. */
    readonly createdSince: (client: StaffClient, moment: string) => Promise<readonly StoredRow[]>;
  };
}

/** Stores what belongs to a record: before that is saved, and after it was created. */
export type BesideSave = (client: StaffClient, id: string) => Promise<void>;

export interface Submission {
  /** Stores a new record and offers an empty form. */
  readonly another?: boolean;
  readonly as?: StoreAs;
  /** The form stays, and says when it was saved. */
  readonly stays?: boolean;
  /** Stores the input in the draft of a record. `publishAt`: when the draft is published, by default as before. */
  readonly draft?: { readonly publishAt?: string | null };
}

/** `version`: what the input began with, null to save over any other one. */
export interface Saving extends Submission {
  readonly version: string | null;
}
