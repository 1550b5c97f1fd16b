const typedInto = new Set<Element>();

/** Fields whose value is what their HTML says until somebody types. */
const TYPED = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"])';

/** Notes which fields somebody typed into: those of the page that came rendered, and all from now on. */
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

/** Whether a reload would lose input: a form asks to stay, or a field on the page was typed into. */
export function hasUnsavedInput(): boolean {
  const formAsksToStay = !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return formAsksToStay || [...typedInto].some((field) => field.isConnected);
}
