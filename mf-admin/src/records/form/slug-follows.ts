import { toSlug } from '@ki/shared/format/slug.ts';
import type { ChangeEvent } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';

interface Changing {
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => unknown;
}

/** Lets a new record's slug follow its title until somebody writes a slug of their own. Wraps the title's binding. */
export function slugFollows<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  title: FieldPath<Values>,
  slug: FieldPath<Values>,
  isNew: boolean,
) {
  return <Binding extends Changing>(binding: Binding): Omit<Binding, 'onChange'> & Changing => ({
    ...binding,
    onChange: (event) => {
      const current: string = form.getValues(slug);
      const follows = isNew && (current === '' || current === toSlug(form.getValues(title)));
      const registered = binding.onChange(event);
      if (follows) {
        const value = toSlug(event.target.value) as FieldPathValue<Values, FieldPath<Values>>;
        form.setValue(slug, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      }
      return registered;
    },
  });
}
