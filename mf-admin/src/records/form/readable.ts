import { isControl, unreadableOf } from '@ki/shared/ui/form/problem-of.ts';
import { type FieldValues, get, type Resolver, set } from 'react-hook-form';

/** Refuses a control that the browser cannot read, besides what a schema refuses. `before`: the values of the form when it began. */
export const readable =
  <Values extends FieldValues, Output>(
    resolver: Resolver<Values, unknown, Output>,
    before: FieldValues,
  ): Resolver<Values, unknown, Output> =>
  async (values, context, options) => {
    const result = await resolver(values, context, options);
    const errors: FieldValues = { ...result.errors };
    for (const name of options.names ?? []) {
      const { ref: control } = get(options.fields, name, {}) as { readonly ref?: unknown };
      const message = isControl(control) ? unreadableOf(control, get(before, name)) : null;
      if (message !== null && !get(errors, name)) set(errors, name, { type: 'unreadable', message });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as typeof result.errors } : result;
  };

interface Binding {
  readonly onChange: (event: never) => Promise<unknown>;
  readonly onBlur: (event: never) => Promise<unknown>;
}

const isUnreadable = (event: { readonly target: unknown }) => isControl(event.target) && event.target.validity.badInput;

/** The form keeps the last value that could be read: half a date is no empty one. */
export function keepingReadable<Bound extends Binding>(binding: Bound): Bound {
  const unlessUnreadable = (handle: Binding['onChange']) => async (event: { readonly target: unknown }) => {
    if (!isUnreadable(event)) await handle(event as never);
  };
  return { ...binding, onChange: unlessUnreadable(binding.onChange), onBlur: unlessUnreadable(binding.onBlur) };
}
