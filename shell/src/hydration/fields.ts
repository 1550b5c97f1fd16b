export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

export function wasChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return (
      field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findLastIndex((one) => one.defaultSelected),
      )
    );
  }
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true;
  return field.type !== 'hidden' && field.value !== field.defaultValue;
}
