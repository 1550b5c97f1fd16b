import type { StaffClient } from '@ki/shared/data/clients.ts';
import { createContext } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod/mini';
import type { RecordSource, StoredRow } from '../../kinds/data/records.ts';
import {
  type AnyRecord,
  type AnyRecordKind,
  type Editable,
  openedOf,
  type Reasons,
  type Values,
  type ValuesOf,
} from '../../kinds/model/define-record.ts';
import { same } from '../../kit/model/same.ts';
import type { FormEvent, FormModel } from './form-state.ts';
import { KEEPS_FIELDS, type UnsavedInput } from './use-unsaved-input.ts';

export interface FormKind<Values> extends Pick<AnyRecordKind, 'texts' | 'fields' | 'at'> {
  readonly schema: z.ZodMiniType<Values, Values>;
  readonly initial: Values;
  readonly reasons: Reasons;
  readonly kept: readonly string[];
}

export interface Editing<Kind extends AnyRecordKind> {
  /** Null for a new record. Must keep its identity between renders. */
  readonly record: Editable<Kind> | null;
  /** A new record begins as a copy of this one. Must keep its identity, too. */
  readonly copied?: Editable<Kind> | null;
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

export interface Machine {
  /** The present model, also before it is rendered. */
  readonly now: () => FormModel;
  /** False: the event has no meaning in this state. */
  readonly send: (event: FormEvent) => boolean;
}

export interface FormCore {
  readonly kind: AnyRecordKind & FormKind<Values>;
  readonly editing: Editing<AnyRecordKind> & Required<Pick<Editing<AnyRecordKind>, 'next'>>;
  readonly form: UseFormReturn<Values, unknown, Values>;
  readonly machine: Machine;
  readonly unsaved: UnsavedInput;
  /** The version that the form shows, of the page or one that it went on from. */
  readonly record: AnyRecord | null;
  /** The values of that version, or those that a new record begins with. */
  readonly values: Values;
}

/** The input goes on from the stored version, in the same form: focus, caret and scroll position stay. */
function goOnFrom({ kind, form, unsaved, machine }: FormCore, version: AnyRecord, input: Values): void {
  const { values: began, updatedAt } = openedOf(version);
  unsaved.rebase(`${kind.table}/${version.id}`, { values: input, base: updatedAt, began });
  form.reset(began, { ...KEEPS_FIELDS, keepValues: true });
  // Fields that hold their value already are not written: caret, undo history and half-typed dates stay.
  const present = form.getValues();
  for (const [name, value] of Object.entries(input)) {
    if (!same(present[name], value)) form.setValue(name, value, { shouldDirty: true });
  }
  machine.send({ type: 'opened', record: version });
}

/** The effects run, too, so that a navigation right after it asks nothing. The form is done. */
export const continueFrom: typeof goOnFrom = (...version) => flushSync(() => goOnFrom(...version));

/** Lets the form of a new record go on, as it is, at the address of the record that it has stored; null where it cannot. */
export const GoOn = createContext<((id: string) => void) | null>(null);
