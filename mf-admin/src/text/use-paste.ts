import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { UndescribedProps } from './undescribed-pictures.tsx';

/** Lines and spans of code editors have colours alone. */
const FORMATTED = /<(?!meta|div|span)\w|font-\w+:\s*[bi6-9]/i;

/** Text with formatting is pasted as plain text at once, and becomes Markdown when the code for it is loaded. */
export function usePaste({ target, text }: Pick<UndescribedProps, 'target' | 'text'>) {
  const [said, setSaid] = useState<ReactNode>(null);
  const asPlain = useRef(false);

  async function convert(html: string, plain: string, from: number): Promise<void> {
    setSaid(null);
    try {
      const { pastedText } = await import(/* webpackChunkName: "admin-paste" */ './pasted-text.tsx');
      setSaid(pastedText({ html, plain, from, target, text }));
    } catch (error) {
      console.error('paste:', error);
      setSaid('The formatting could not be read. The plain text was pasted.');
    }
  }

  return {
    said,
    /** Firefox pastes into a text area by Ctrl+Shift+V what it pastes by Ctrl+V. */
    onKey({ shiftKey, key }: KeyboardEvent): void {
      asPlain.current = shiftKey && key.toLowerCase() === 'v';
    },
    /** Whether it takes what is pasted. */
    take({ clipboardData: data, target: place }: ClipboardEvent): boolean {
      const [html, plain] = [data.getData('text/html'), data.getData('text/plain').replace(/\r\n?/g, '\n')];
      const at = target();
      // The editor puts a link alone around a selection.
      const isLink = /^\s*https?:\S+\s*$/.test(plain);
      const isPlain = asPlain.current || isLink || !FORMATTED.test(html);
      asPlain.current = false;
      if (isPlain || !at?.holds(place)) return false;
      const { from } = at.read();
      at.insert(plain);
      void convert(html, plain, from);
      return true;
    },
  };
}
