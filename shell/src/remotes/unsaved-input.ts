const typedInto = new Set<Element>();

/** The value of these fields differs from their HTML only by input. */
const TYPED = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"])';

export function watchInput(): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED);
  for (const field of fields) if (field.value !== field.defaultValue) typedInto.add(field);
  addEventListener(
    'input',
    ({ target }) => {
      for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
      if (target instanceof Element) typedInto.add(target);
    },
    { capture: true, passive: true },
  );
}

/** A `beforeunload` listener objects, or a field has input. */
export function hasUnsavedInput(): boolean {
  const formAsksToStay = !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return formAsksToStay || [...typedInto].some((field) => field.isConnected);
}
