import type { ChangeEvent } from 'react';
import type { FormCore } from './form-core.ts';

interface Binding {
  readonly onChange: (event: never) => Promise<unknown>;
}

/** The binding of a field that others follow, such as the slug its title, until somebody edits them. */
export function followed<Bound extends Binding>({ kind, form, record }: FormCore, name: string, binding: Bound): Bound {
  const [follower, field] = Object.entries(kind.fields).find(([, { follows }]) => follows?.field === name) ?? [];
  if (follower === undefined || !field?.follows || (record && !field.follows.isStored)) return binding;
  const { by, isStored } = field.follows;
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [current, before] = form.getValues([follower, name]);
    const isUnedited = (current === '' && !isStored) || current === by(String(before));
    const changed = binding.onChange(event as never);
    const shouldValidate = form.formState.isSubmitted;
    if (isUnedited) form.setValue(follower, by(event.target.value), { shouldDirty: true, shouldValidate });
    return changed;
  };
  return { ...binding, onChange };
}
