import { isControl, unreadableOf } from '@ki/shared/ui/form/problem-of.ts';
import { type FieldValues, get, type Resolver, set, type UseFormReturn } from 'react-hook-form';

/**
 * Refuses a control that the browser cannot read, besides what a schema refuses. `before`: the values of the form when it
 * began. `keepsOnly`: input is kept, not stored, so that the schema need not agree.
 */
export const readable =
  <Values extends FieldValues, Output>(
    resolver: Resolver<Values, unknown, Output>,
    before: FieldValues,
    keepsOnly = () => false,
  ): Resolver<Values, unknown, Output> =>
  async (values, context, options) => {
    const result = await resolver(values, context, options);
    const isKept = keepsOnly();
    const errors: FieldValues = isKept ? {} : { ...result.errors };
    for (const name of options.names ?? []) {
      const { ref: control } = get(options.fields, name, {}) as { readonly ref?: unknown };
      const message = isControl(control) ? unreadableOf(control, get(before, name)) : null;
      if (message !== null && !get(errors, name)) set(errors, name, { type: 'unreadable', message });
    }
    if (Object.keys(errors).length > 0) return { values: {}, errors: errors as typeof result.errors };
    return isKept ? { values: values as never, errors: {} } : result;
  };

interface Binding {
  readonly onChange: (event: never) => Promise<unknown>;
  readonly onBlur: (event: never) => Promise<unknown>;
}

const isUnreadable = (event: { readonly target: unknown }) => isControl(event.target) && event.target.validity.badInput;

/** Their value is '' while half of it is typed. */
const IN_PARTS: readonly string[] = ['datetime-local', 'date', 'time', 'number'];

/**
 * The form keeps the last value that could be read: half a date is no empty one. Whoever deletes the last part changes no
 * value, so that browsers report no change: the form reads it after the key.
 */
export function keepingReadable<Bound extends Binding>(binding: Bound) {
  const unlessUnreadable = (handle: Binding['onChange']) => async (event: { readonly target: unknown }) => {
    if (!isUnreadable(event)) await handle(event as never);
  };
  const onChange = unlessUnreadable(binding.onChange);
  const onKeyUp = async ({ target }: { readonly target: unknown }) => {
    if (isControl(target) && IN_PARTS.includes(target.type)) await onChange({ type: 'change', target } as never);
  };
  return { ...binding, onChange, onBlur: unlessUnreadable(binding.onBlur), onKeyUp };
}

/** Whether somebody has begun a value that cannot be read yet. */
export const isUnreadableIn = <Values extends FieldValues, Output>({
  control: { _fields: fields, _names: names },
}: Pick<UseFormReturn<Values, unknown, Output>, 'control'>): boolean =>
  [...names.mount].some((name) =>
    isUnreadable({ target: (get(fields, name) as { readonly _f?: { readonly ref: unknown } } | undefined)?._f?.ref }),
  );
