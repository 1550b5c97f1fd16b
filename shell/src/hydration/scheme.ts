import { SCHEME } from '@ki/shared/ui/scheme-script.ts';

const { style } = document.documentElement;

/** Stores a choice, and shows what is stored. Without storage a choice holds for the document. */
function show(chosen?: string): void {
  try {
    if (chosen !== undefined) localStorage.setItem(SCHEME, chosen);
    style.colorScheme = localStorage.getItem(SCHEME) ?? '';
  } catch {
    style.colorScheme = chosen ?? style.colorScheme;
  }
  // What a field has by default does not count as input, for which the page would be hydrated.
  for (const option of document.querySelectorAll<HTMLOptionElement>(`[name=${SCHEME}] option`))
    option.selected = option.defaultSelected = option.value === style.colorScheme;
}

/** Stores the scheme that a reader chooses, and shows what is stored, here and in other tabs. */
export function followScheme(): void {
  addEventListener(
    'change',
    ({ target }) => target instanceof HTMLSelectElement && target.name === SCHEME && show(target.value),
    true,
  );
  for (const event of ['DOMContentLoaded', 'pageshow', 'storage']) addEventListener(event, () => show());
  show();
}
