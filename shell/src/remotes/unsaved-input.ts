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

/** Whether a `beforeunload` listener objects, as that of a form with unsaved input does. */
export const formAsksToStay = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** A form asks to stay, or a field has input. */
export function hasUnsavedInput(): boolean {
  return formAsksToStay() || [...typedInto].some((field) => field.isConnected);
}
