import { selectIn, typeIn, writeIn } from '@ki/shared/ui/form/write-in.ts';

/** Where somebody writes: the plain text area, or the editor. */
export interface TextTarget {
  /** `from` and `to`: what is selected. */
  read(): { readonly text: string; readonly from: number; readonly to: number };
  /** Whether an event there is one of its text. */
  holds(place: EventTarget): boolean;
  insert(text: string): void;
  /** Shows another text: what differs is one step that can be undone. Cursor and scroll position stay where they are. */
  write(text: string): void;
  /** Selects a part, scrolls to it and moves the focus there. */
  select(from: number, to: number): void;
}

export const textAreaTarget = (area: HTMLTextAreaElement): TextTarget => ({
  read: () => ({ text: area.value, from: area.selectionStart, to: area.selectionEnd }),
  holds: (place) => place === area,
  insert: (insert) => typeIn(area, { from: area.selectionStart, to: area.selectionEnd, insert }),
  write: (text) => writeIn(area, text),
  select: (from, to) => selectIn(area, from, to),
});

/** A block of Markdown, with the empty lines that keep it apart from what is around it. */
export function apart(before: string, block: string, after: string): string {
  const lead = before.trim() === '' ? '' : '\n\n'.slice(/\n{0,2}$/.exec(before)?.[0].length);
  return lead + block + '\n\n'.slice(/^\n{0,2}/.exec(after)?.[0].length);
}

/** Inserts a paragraph of its own, within a line a part of it. What is typed next begins another paragraph. */
export function insertBlock(target: TextTarget | null, block: string): void {
  if (!target) return;
  const { text, from, to } = target.read();
  const after = text.slice(to);
  target.insert(/^(?:\n|$)/.test(after) ? apart(text.slice(0, from), block, after) : block);
}
