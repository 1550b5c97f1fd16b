import { changeOf, type TextChange } from '../../format/change-of.ts';

/** Chromium takes a second for a thousand lines, and four times as much for twice as many. */
const MOST_LINES = 600;

/** As if it was typed: a text that is set by a script ends the undo of the browser. The focus stays where it is. */
export function typeIn(area: HTMLTextAreaElement, { from, to, insert }: TextChange): void {
  const { activeElement } = document;
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, to);
  // A hidden text area gets no focus.
  const isTyped = document.activeElement === area && insert.split('\n').length <= MOST_LINES;
  if (!isTyped || !document.execCommand?.(insert === '' ? 'delete' : 'insertText', false, insert)) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
}

/** Shows another text in one step that can be undone; the selection and what is in view stay. */
export function writeIn(area: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd, scrollTop } = area;
  const change = changeOf(value, text);
  const { from, to, insert } = change;
  if (from === to && insert === '') return;
  const placeAfter = (place: number) =>
    place >= to && (place > from || to === from)
      ? place + text.length - value.length
      : Math.min(place, from + insert.length);
  typeIn(area, change);
  area.setSelectionRange(placeAfter(selectionStart), placeAfter(selectionEnd));
  if (selectionEnd !== to) area.scrollTop = scrollTop;
}

/** How far below the top of a text area a place of its text is: browsers do not scroll to a selection by a script. */
function heightOf(area: HTMLTextAreaElement, at: number): number {
  const copy = area.cloneNode() as HTMLTextAreaElement;
  copy.removeAttribute('id');
  copy.removeAttribute('name');
  copy.value = area.value.slice(0, at);
  copy.style.cssText += `;position:absolute;visibility:hidden;block-size:0;min-block-size:0;inline-size:${area.offsetWidth}px`;
  area.after(copy);
  const { scrollHeight } = copy;
  copy.remove();
  return scrollHeight;
}

/** Selects a part, scrolls to it and moves the focus there. */
export function selectIn(area: HTMLTextAreaElement, from: number, to: number): void {
  area.setSelectionRange(from, to);
  area.focus();
  area.scrollTop = heightOf(area, from) - area.clientHeight / 2;
}
