import { selectIn, typeIn, writeIn } from '@ki/shared/ui/form/write-in.ts';

/** Where somebody writes: the plain text area, or the editor. */
export interface TextTarget {
  read(): { readonly text: string; readonly from: number };
  /** Whether an event there is one of its text. */
  holds(place: EventTarget): boolean;
  insert(text: string): void;
  /** Shows another text: what differs is one step that can be undone. Cursor and scroll position stay where they are. */
  write(text: string): void;
  /** Selects a part, scrolls to it and moves the focus there. */
  select(from: number, to: number): void;
}

export const textAreaTarget = (area: HTMLTextAreaElement): TextTarget => ({
  read: () => ({ text: area.value, from: area.selectionStart }),
  holds: (place) => place === area,
  insert: (insert) => typeIn(area, { from: area.selectionStart, to: area.selectionEnd, insert }),
  write: (text) => writeIn(area, text),
  select: (from, to) => selectIn(area, from, to),
});
