import { isPageLink, leadsElsewhere, linkAt } from '@ki/shared/ui/browser/link-intent.ts';
import { isPlainPress } from './links.ts';

export const HYDRATED = 'hydrated';
/** React stores its own property on hydrated elements. */
export const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));

/** Following a link to the same page as a document would lose typed text. */
const isSamePage = (link: HTMLAnchorElement) =>
  isPageLink(link) && !leadsElsewhere(link) && link.search !== location.search;

/** A field, a button, or a link that needs the page's scripts. */
export function controlAt(event: Event): Element | null {
  const link = linkAt(event);
  if (link) return isSamePage(link) ? link : null;
  return event.target instanceof Element ? event.target.closest('button, input, select, textarea, summary') : null;
}

export function isFollowedByBrowser(event: MouseEvent): boolean {
  const link = linkAt(event);
  return link !== null && !(isPlainPress(event) && isSamePage(link));
}

/** The button or link whose click needs the page's scripts; other forms and links work without them. */
export function deferredTarget(event: MouseEvent): HTMLElement | null {
  if (!isPlainPress(event) || !(event.target instanceof Element)) return null;
  const button = event.target.closest<HTMLElement>('button[type=button]');
  if (button) return button;
  const link = linkAt(event);
  return link && isSamePage(link) ? link : null;
}

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
