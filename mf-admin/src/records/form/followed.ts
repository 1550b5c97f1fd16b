import type { ChangeEvent } from 'react';
import type { FieldPath } from 'react-hook-form';
import type { AnyRecordKind, ValuesOf } from '../../kinds/model/define-record.ts';
import type { FormCore } from './form-core.ts';

interface Binding {
  readonly onChange: (event: never) => Promise<unknown>;
}

/** The binding of a field that others follow, such as the slug its title, until somebody edits them. */
export function followed<Kind extends AnyRecordKind, Bound extends Binding>(
  { kind, form, record }: FormCore<Kind>,
  name: FieldPath<ValuesOf<Kind>>,
  binding: Bound,
): Bound {
  const [follower, field] = Object.entries(kind.fields).find(([, { follows }]) => follows?.field === name) ?? [];
  if (follower === undefined || !field?.follows || (record && !field.follows.isStored)) return binding;
  const { by, isStored } = field.follows;
  const target = follower as FieldPath<ValuesOf<Kind>>;
  const onChange = async (event: ChangeEvent<HTMLInputElement>) => {
    const current: unknown = form.getValues(target);
    const before: unknown = form.getValues(name);
    const isUnedited = (current === '' && !isStored) || current === by(String(before));
    await binding.onChange(event as never);
    if (!isUnedited) return;
    form.setValue(target, by(event.target.value) as never, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  };
  return { ...binding, onChange };
}
