import { flushSync } from 'react-dom';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { type AnyRecordKind, type Editable, openedOf, type ValuesOf } from '../../kinds/model/define-record.ts';
import { same } from '../../kit/model/same.ts';
import type { Editing, FormKind } from './editing.ts';
import type { FormEvent, FormModel } from './form-state.ts';
import type { Machine } from './use-machine.ts';
import type { UnsavedInput } from './use-unsaved-input.ts';

/** The parts of a form that its effects share. */
export interface FormCore<Kind extends AnyRecordKind> {
  readonly kind: Kind & FormKind<ValuesOf<Kind>>;
  readonly editing: Editing<Kind> & Required<Pick<Editing<Kind>, 'next'>>;
  readonly form: UseFormReturn<ValuesOf<Kind>, unknown, ValuesOf<Kind>>;
  readonly machine: Machine<FormModel<Kind>, FormEvent<Kind>>;
  readonly unsaved: UnsavedInput;
  /** The version that the form shows, of the page or one that it went on from. */
  readonly record: Editable<Kind> | null;
  /** The values of that version, or those that a new record begins with. */
  readonly values: ValuesOf<Kind>;
}

/** The input goes on from the stored version, in the same form: focus, caret and scroll position stay. */
function takeOver<Kind extends AnyRecordKind>(core: FormCore<Kind>, version: Editable<Kind>, input: ValuesOf<Kind>) {
  const { kind, form, unsaved, machine } = core;
  const { values: began, updatedAt } = openedOf(version);
  unsaved.rebase(`${kind.table}/${version.id}`, { values: input, base: updatedAt, began });
  form.reset(began, { keepValues: true });
  // Fields that hold their value already are not written: caret, undo history and half-typed dates stay.
  const present = form.getValues();
  for (const name of Object.keys(input) as FieldPath<ValuesOf<Kind>>[]) {
    const value = input[name as keyof ValuesOf<Kind>];
    if (!same(present[name as keyof ValuesOf<Kind>], value)) form.setValue(name, value as never, { shouldDirty: true });
  }
  machine.send({ type: 'opened', record: version });
}

/** The effects run, too, so that a navigation right after it asks nothing. The form is done. */
export const continueFrom: typeof takeOver = (...version) => flushSync(() => takeOver(...version));
