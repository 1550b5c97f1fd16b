import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { type AnyRecord, type AnyRecordKind, openedOf, type Values } from '../../kinds/model/define-record.ts';
import { same } from '../../kit/model/same.ts';
import type { Editing, FormKind } from './editing.ts';
import type { FormEvent, FormModel } from './form-state.ts';
import type { Machine } from './use-machine.ts';
import type { UnsavedInput } from './use-unsaved-input.ts';

/** The parts of a form that its effects share. */
export interface FormCore {
  readonly kind: AnyRecordKind & FormKind<Values>;
  readonly editing: Editing<AnyRecordKind> & Required<Pick<Editing<AnyRecordKind>, 'next'>>;
  readonly form: UseFormReturn<Values, unknown, Values>;
  readonly machine: Machine<FormModel, FormEvent>;
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
  form.reset(began, { keepValues: true });
  // Fields that hold their value already are not written: caret, undo history and half-typed dates stay.
  const present = form.getValues();
  for (const [name, value] of Object.entries(input)) {
    if (!same(present[name], value)) form.setValue(name, value, { shouldDirty: true });
  }
  machine.send({ type: 'opened', record: version });
}

/** The effects run, too, so that a navigation right after it asks nothing. The form is done. */
export const continueFrom: typeof goOnFrom = (...version) => flushSync(() => goOnFrom(...version));
